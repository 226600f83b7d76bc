import { z } from 'zod'
import { isObject } from '../../model/shared/json.ts'

/**
 * A name of a closed set as clients of this interface send it: one sends its number, another its name, in any
 * letter case. Reads all of them as the name.
 *
 * @param numbers of the names; from 0 if omitted
 */
export function wireEnum<const Names extends readonly string[]>(
  names: Names,
  numbers: readonly number[] = Array.from(names, (_, index) => index),
): z.ZodType<Names[number]> {
  return z.union([z.int(), z.string()]).transform((value, context) => {
    const text = String(value).toLowerCase()
    const name: Names[number] | undefined = /^\d+$/.test(text)
      ? names[numbers.indexOf(Number(text))]
      : names.find((each) => each.toLowerCase() === text)

    if (name !== undefined) return name
    const known = names.map((each, index) => `${each} (${numbers[index]})`)

    context.addIssue(`"${text.slice(0, 60)}" is none of ${known.join(', ')}.`)

    return z.NEVER
  })
}

/** A union of objects told apart by `type`, which may be a number or a name. */
export function wireUnion<Out>(
  types: readonly string[],
  options: readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]] &
    readonly z.ZodType<Out>[],
): z.ZodType<Out> {
  const error = `A filter has a type: ${types.join(', ')}.`

  return z.preprocess((value) => named(value, types), z.discriminatedUnion('type', options, { error }))
}

/** With the type by its name. */
function named(value: unknown, types: readonly string[]): unknown {
  const type = isObject(value) ? wireEnum(types).safeParse(value.type) : undefined

  return isObject(value) && type?.success ? { ...value, type: type.data } : value
}

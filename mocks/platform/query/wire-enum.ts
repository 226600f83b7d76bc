import { z } from 'zod'
import { isObject } from '../../model/shared/json.ts'

/**
 * An enum value as existing clients send it, by its number or by its case-insensitive name; parsed as the name.
 *
 * @param numbers of the names, -1 for a name without one; from 0 if omitted
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
    const expected = names.map((each, index) =>
      numbers[index] === -1 ? each : `${each} (${numbers[index]})`,
    )

    context.addIssue(`Expected one of ${expected.join(', ')}, not "${text.slice(0, 60)}".`)

    return z.NEVER
  })
}

/** A list that existing clients may omit or send as null; then it is empty. */
export function orEmpty<Item extends z.ZodType>(list: z.ZodArray<Item>) {
  return list.nullish().transform((items) => items ?? [])
}

/** A union of objects that is discriminated by `type`, which may be a number or a name. */
export function wireUnion<Out>(
  types: readonly string[],
  options: readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]] &
    readonly z.ZodType<Out>[],
): z.ZodType<Out> {
  const error = `Expected a filter of type ${types.join(', ')}.`

  return z.preprocess((value) => withTypeName(value, types), z.discriminatedUnion('type', options, { error }))
}

/** The value with the name of its type in place of the number. */
function withTypeName(value: unknown, types: readonly string[]): unknown {
  const type = isObject(value) ? wireEnum(types).safeParse(value.type) : undefined

  return isObject(value) && type?.success ? { ...value, type: type.data } : value
}

import { z } from 'zod'

/**
 * A name of a closed set as clients of this interface send it: one sends its number, another its name, in any
 * letter case. Reads all of them as the name.
 *
 * @param names in the order of their numbers, from 0
 */
export function wireEnum<const Names extends readonly string[]>(names: Names): z.ZodType<Names[number]> {
  return z.union([z.int(), z.string()]).transform((value, context) => {
    const text = String(value).toLowerCase()
    const name: Names[number] | undefined = /^\d+$/.test(text)
      ? names[Number(text)]
      : names.find((each) => each.toLowerCase() === text)

    if (name !== undefined) return name
    context.addIssue(`"${text.slice(0, 60)}" is none of ${names.join(', ')} (0 to ${names.length - 1}).`)

    return z.NEVER
  })
}

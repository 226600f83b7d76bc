import { z } from 'zod'

/** A parameter of a path or a query, or a header of a request: a schema of its text, with what it does. */
export type Parameter = z.ZodType

/** Any text. */
export function text(does: string): Parameter {
  return z.string().describe(does)
}

/** A comma list of names. */
export function names(does: string): Parameter {
  return z
    .string()
    .describe(`${does} A comma list.`)
    .meta({ examples: ['one,other'] })
}

/** `true`, or anything else for no. */
export function flag(does: string): Parameter {
  return z.boolean().describe(does)
}

/** A number of things. */
export function count(does: string): Parameter {
  return z.int().min(0).describe(does)
}

export function oneOf(values: readonly string[], does: string): Parameter {
  return z.enum(values).describe(does)
}

/** What changes take beside a body. */
export const culture = text('Culture that plain values of multi-language properties are in.')

/** The part of a list that an answer holds (`pageOf`). */
export const paging = {
  skip: count('How many of the list come before the answer.'),
  take: count('How many of the list the answer holds at most.'),
}

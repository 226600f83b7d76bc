import { z } from 'zod'
import { foldCase } from '../../model/shared/letter-case.ts'

/** A parameter of a path or a query, or a header of a request: a schema of what its text means, with what it does. */
export type Parameter<T = unknown> = z.ZodType<T>

/** Any text. */
export function text(description: string) {
  return z.string().describe(description)
}

/** Texts, each in a parameter of its own. */
export function texts(description: string) {
  return z.array(z.string()).describe(description)
}

/** A comma list of names. */
export function names(description: string) {
  return z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .describe(`${description} Comma-separated.`)
    .meta({ examples: ['one,other'] })
}

/** `true` or `false`; anything else says nothing, and is marked. */
export function flag(description: string) {
  return z.boolean().describe(description)
}

const whole = { error: ({ input }: { input?: unknown }) => `Expected a whole number, not ${quoted(input)}.` }

/** A number of things. */
export function count(description: string) {
  return z.int(whole).min(0, whole).max(999_999_999, whole).describe(description)
}

/** One of several words, in any letter case. */
export function oneOf<const Word extends string>(words: readonly Word[], description: string) {
  return z
    .enum(words, { error: ({ input }) => `Expected one of ${words.join(', ')}, not ${quoted(input)}.` })
    .describe(description)
}

/** The query parameter of changes that take plain values. */
export const culture = text('Culture of plain values of multi-language properties.')

/** The part of a list that a response holds (`pageOf`). */
export const paging = {
  skip: count('Number of items to skip.'),
  take: count('Maximum number of items to return.'),
}

function quoted(input: unknown): string {
  return `"${String(input).slice(0, 60)}"`
}

/** Converts the texts of a parameter by its kind, for its schema to check. */
export function meantBy(parameter: Parameter, texts: readonly string[]): unknown {
  const [text = ''] = texts

  if (parameter instanceof z.ZodArray) return texts
  if (parameter instanceof z.ZodPipe) return texts.join(',')
  if (parameter instanceof z.ZodBoolean) return /^true$/i.test(text) || (/^false$/i.test(text) ? false : text)
  if (parameter instanceof z.ZodEnum)
    return parameter.options.find((word) => foldCase(String(word)) === foldCase(text)) ?? text

  return parameter instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

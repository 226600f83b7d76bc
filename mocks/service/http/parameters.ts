import { z } from 'zod'
import { foldCase } from '../../data/model/shared/letter-case.ts'

/** A path parameter, a query parameter or a request header: the schema of its value, with a description. */
export type Parameter<T = unknown> = z.ZodType<T>

/** Any text. */
export function text(description: string) {
  return z.string().describe(description)
}

/** Texts, each in a separate parameter. */
export function texts(description: string) {
  return z.array(z.string()).describe(description)
}

/** Names, separated by commas. */
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

/** `true` or `false`; any other value is ignored with a warning. */
export function flag(description: string) {
  return z.boolean().describe(description)
}

const whole = { error: ({ input }: { input?: unknown }) => `Expected a whole number, not ${quoted(input)}.` }

/** A whole number from 0. */
export function count(description: string) {
  return z.int(whole).min(0, whole).max(999_999_999, whole).describe(description)
}

/** One of several words; case-insensitive. */
export function oneOf<const Word extends string>(words: readonly Word[], description: string) {
  return z
    .enum(words, {
      error: ({ input }) =>
        `Expected one of ${words.filter((word) => word !== '').join(', ')}, not ${quoted(input)}.`,
    })
    .describe(description)
}

/** The query parameter of changes that accept plain values. */
export const culture = text('Culture of plain values of multi-language properties.')

/** The part of a list that a response contains (`pageOf`). */
export const paging = {
  skip: count('Number of items to skip.'),
  take: count('Maximum number of items to return.'),
}

function quoted(input: unknown): string {
  return `"${String(input).slice(0, 60)}"`
}

/** Converts the raw values of a parameter to what its schema checks. */
export function convertTexts(parameter: Parameter, texts: readonly string[]): unknown {
  const [text = ''] = texts

  if (parameter instanceof z.ZodArray) return texts
  if (parameter instanceof z.ZodPipe) return texts.join(',')
  if (parameter instanceof z.ZodBoolean) return /^true$/i.test(text) || (/^false$/i.test(text) ? false : text)
  if (parameter instanceof z.ZodEnum)
    return parameter.options.find((word) => foldCase(String(word)) === foldCase(text)) ?? text

  return parameter instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

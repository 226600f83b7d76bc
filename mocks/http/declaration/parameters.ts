import { z } from 'zod'
import { foldCase } from '../../model/shared/letter-case.ts'

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

/** What a request says wrongly with the text of a parameter; undefined where it is as declared, or left empty. */
export function misfit(parameter: Parameter, given: string): string | undefined {
  if (given === '') return undefined
  if (parameter instanceof z.ZodBoolean) {
    return /^(true|false)$/i.test(given) ? undefined : 'Expected true or false.'
  }
  if (parameter instanceof z.ZodEnum) {
    const isKnown = parameter.options.some((option) => foldCase(String(option)) === foldCase(given))

    return isKnown ? undefined : `Expected one of ${parameter.options.join(', ')}.`
  }

  return parameter instanceof z.ZodNumber && Number.isNaN(Number(given)) ? 'Expected a number.' : undefined
}

/** What changes take beside a body. */
export const culture = text('Culture that plain values of multi-language properties are in.')

/** The part of a list that an answer holds (`pageOf`). */
export const paging = {
  skip: count('How many of the list come before the answer.'),
  take: count('How many of the list the answer holds at most.'),
}

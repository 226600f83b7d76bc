import type { z } from 'zod'
import { enumeration, shortened, unknownNameMessage, suggestion } from './suggestion.ts'
import { FailureList, type FailureSink } from './errors.ts'

type RawIssue = z.core.$ZodRawIssue

export interface Problem {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/**
 * Converts the issues of a schema to problems by member. For a union, these are the problems of the option that the
 * value is closest to.
 *
 * @param issues of a parse with `zodMessages`
 */
export function problemsIn(issues: readonly z.core.$ZodIssue[]): Problem[] {
  return issues.flatMap((issue): Problem[] => {
    if (issue.code === 'unrecognized_keys') {
      const messages = issue.message.split('\n')

      return issue.keys.map((key, index) => ({
        path: [...issue.path, key],
        message: messages[index] ?? issue.message,
      }))
    }
    if (issue.code !== 'invalid_union') return [issue]

    const closest = issue.errors[closestOption(issue.errors)]

    if (closest)
      return problemsIn(closest).map(({ path, message }) => ({ path: [...issue.path, ...path], message }))
    if (issue.message !== unionMessage) return [issue]

    return [{ path: issue.path, message: eitherOf(issue.errors.flat().map(({ message }) => message)) }]
  })
}

/**
 * The index of the option whose topmost issue is the deepest; of several, that which the fewest members at this depth do not
 * fit. -1 where there is not one, or every option rejects the value itself.
 */
function closestOption(options: readonly (readonly z.core.$ZodIssue[])[]): number {
  const depths = options.map((issues) =>
    issues.reduce((least, { path }) => Math.min(least, path.length), Infinity),
  )
  const deepest = Math.max(0, ...depths)
  const misfits = options.map((issues, index) =>
    depths[index] === deepest ? issues.reduce((sum, issue) => sum + misfitsOf(issue, deepest), 0) : Infinity,
  )
  const least = Math.min(...misfits)
  const index = misfits.indexOf(least)

  return least < Infinity && misfits.lastIndexOf(least) === index ? index : -1
}

/** How many members at a depth do not fit; infinitely many if the value itself does not. */
function misfitsOf(issue: z.core.$ZodIssue, depth: number): number {
  if (issue.path.length > depth) return 0
  if (issue.code === 'unrecognized_keys') return issue.keys.length

  return depth === 0 ? Infinity : 1
}

const expectation = /^Expected ([^]+?)(, not [^]*|; it is missing)?\.$/

/** Combines `Expected text, not 5.` and `Expected a list, not 5.` into `Expected text or a list, not 5.` */
function eitherOf(messages: readonly string[]): string {
  const parts = messages.map((message) => expectation.exec(message))
  const [, , end = ''] = parts.find((part) => part?.[2]) ?? []
  const expectations = new Set(parts.map((part) => part?.[1]).filter((part) => part !== undefined))

  return `Expected ${enumeration([...expectations])}${end}.`
}

/** The message of a union without its own; `problemsIn` replaces it. */
const unionMessage = 'Expected another value.'

/** The messages of issues whose schema has none. Passed to every parse whose messages users see. */
export const zodMessages: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return expected(typeNames[issue.expected] ?? `a value of type ${issue.expected}`, issue)
    case 'invalid_value':
      return oneOf(issue.values, issue)
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'Expected text that is not empty.'

      return expected(
        bound(issue.inclusive === false ? 'more than' : 'at least', issue.minimum, issue),
        issue,
      )
    case 'too_big':
      return expected(bound(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, issue), issue)
    case 'not_multiple_of':
      return expected(`a multiple of ${issue.divisor}`, issue)
    case 'invalid_format':
      if (issue.format === 'starts_with')
        return expected(`text that starts with "${String(issue.prefix)}"`, issue)

      return expected(formats[issue.format] ?? `text in the form "${issue.pattern ?? issue.format}"`, issue)
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownNameMessage(key, memberNames(issue.inst))).join('\n')
    case 'invalid_union':
      return issue.discriminator === undefined ? unionMessage : wrongDiscriminator(issue)
    case 'invalid_key':
      return `"${String(issue.input)}" is not allowed here. ${issue.issues.map(({ message }) => message).join(' ')}`
    case 'custom':
    case 'invalid_element':
    default:
      return expected('another value', issue)
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  undefined: 'nothing',
  nan: 'NaN',
  function: 'a function',
  date: 'a date',
}

const formats: Readonly<Record<string, string>> = {
  datetime: 'a date and time such as "2026-01-31T12:00:00Z"',
  date: 'a date such as "2026-01-31"',
  email: 'an e-mail address',
  url: 'a URL',
}

function expected(what: string, { input }: RawIssue): string {
  return input === undefined ? `Expected ${what}; it is missing.` : `Expected ${what}, not ${shown(input)}.`
}

function oneOf(values: readonly unknown[], issue: RawIssue): string {
  const texts = values.map((value) => JSON.stringify(value))
  const nearest = suggestion(
    typeof issue.input === 'string' ? issue.input : '',
    values.filter((value) => typeof value === 'string'),
  )

  return `${expected(enumeration(texts), issue)} ${nearest}`.trimEnd()
}

function wrongDiscriminator({ discriminator, options, input }: RawIssue & { code: 'invalid_union' }): string {
  const given: unknown = Object(input)[String(discriminator)]
  const values = Array.isArray(options) ? options : []

  return oneOf(values, { code: 'invalid_value', values, input: given })
}

function bound(
  quantifier: string,
  limit: number | bigint,
  { origin }: RawIssue & { origin?: string },
): string {
  if (origin === 'string') return `text of ${quantifier} ${limit} characters`
  if (origin === 'array' || origin === 'set')
    return `${quantifier} ${limit} ${Number(limit) === 1 ? 'item' : 'items'}`

  return `a number of ${quantifier} ${limit}`
}

function memberNames(schema: unknown): string[] {
  return Object.keys(Object(Object(schema).def?.shape))
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shortened(value))
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'function') return 'a function'

  return String(value)
}

/**
 * `"Title: "` for a problem in a list item with a `property` or `relation` Title, since its path has only a position; else
 * empty.
 */
function subjectOf({ path }: Problem, value: unknown): string {
  let inner = value
  let subject = ''

  for (const name of path.slice(0, -1)) {
    inner = Object(inner)[name]
    if (typeof name !== 'number') continue

    const { property, relation } = Object(inner)
    const named: unknown = property || relation

    subject = typeof named === 'string' && named !== '' ? `${shortened(named)}: ` : ''
  }

  return subject
}

/**
 * Parses a value with `schema`.
 *
 * @throws {InvalidRequest} naming every invalid member
 */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const failures = new FailureList()
  const parsed = parseWithFailures(failures, schema, value)

  failures.throwIfAny()

  return parsed as T // defined, since nothing failed
}

/**
 * Parses one of several values whose failures are reported together; undefined when it is invalid.
 *
 * @param place the path of the value itself
 */
export function parseWithFailures<T>(
  failures: FailureSink,
  schema: z.ZodType<T>,
  value: unknown,
  place: readonly string[] = [],
): T | undefined {
  const parsed = schema.safeParse(value, { error: zodMessages })

  if (parsed.success) return parsed.data

  for (const problem of problemsIn(parsed.error.issues)) {
    const path = [...place, ...problem.path].join('.') || 'body'

    failures.add(path, `${subjectOf(problem, value)}${problem.message}`)
  }

  return undefined
}

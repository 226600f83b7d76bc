import type { Exchange } from '../../data/model/exchanges/exchange.ts'
import { redactSecrets } from './secrets.ts'
import { z } from 'zod'
import type { Sliced } from '../../data/model/shared/slices.ts'
import type { Difference } from './json-difference.ts'
import type { Journal } from './journal.ts'
import { RequestMatcher, RequestPattern } from '../faults/request-pattern.ts'

/** How many different warnings of requests are printed. */
const maxPrinted = 1_000

/**
 * Prints what a developer should know of the requests of an application, to the terminal or the console of a page: those
 * that no route matches, and each different warning once.
 */
export function warningsTo(print: (text: string) => void): (entry: Exchange) => void {
  const printed = new Set<string>()

  return ({ unmatched, warnings = [], status, method, path, search }) => {
    const report = (problem: string) => {
      const target = redactSecrets(search === '' ? path : `${path}?${search}`)

      // A client could control the terminal by control characters.
      print(`[entity-sandbox] ${status} ${method} ${target}: ${problem}`.replace(/\p{Cc}/gu, '?'))
    }

    if (unmatched) {
      const { nearest, reason } = unmatched

      report(`no route matches${nearest ? `, nearest: ${nearest.path} (${reason})` : ''}`)
    }
    for (const { place, text } of warnings) {
      const warning = redactSecrets(`${place}: ${text}`)

      if (printed.has(warning) || printed.size === maxPrinted) continue
      printed.add(warning)
      report(warning)
    }
  }
}

const nonNegative = z.int().min(0)

/** An expected request, and how many times it is expected. */
export const Expectation = RequestPattern.extend({
  /** Exact number of requests. Without `count`, `atLeast` and `atMost`: at least one. */
  count: nonNegative.optional(),
  atLeast: nonNegative.optional(),
  atMost: nonNegative.optional(),
  /** Requests expected in this order; others may be in between. Of the other members, only `since` is allowed then. */
  inOrder: z.array(RequestPattern).min(1).max(1000).optional(),
  /** Ignores entries up to this sequence number. */
  since: nonNegative.optional(),
}).refine(
  ({ inOrder, since: _, ...others }) => !inOrder || Object.values(others).every((each) => each === undefined),
  { path: ['inOrder'], error: 'Only "since" can be combined with "inOrder".' },
)
export type Expectation = z.infer<typeof Expectation>

/** A request that differs from what was expected. */
interface NearMiss {
  readonly entry: Exchange
  readonly differences: readonly Difference[]
}

export interface Verdict {
  readonly ok: boolean
  /** Entries that match; with `inOrder`, those before the first missing one. */
  readonly found: readonly Exchange[]
  /** The request most similar to a missing one. */
  readonly nearest?: NearMiss
  /** Why the result can't be known. */
  readonly unknown?: string
}

/** Whether a journal meets an expectation, or why that can't be known. */
export function* verify(journal: Journal, expectation: Expectation): Sliced<Verdict> {
  const { count, atLeast, atMost, inOrder, since = 0, ...pattern } = expectation
  const entries = journal.entries(since)
  const evicted = journal.evictedSince(since)

  if (inOrder) return yield* verifyOrder(entries, inOrder, evicted)

  const matcher = new RequestMatcher(pattern)
  const found = yield* matching(matcher, entries)
  const least = count ?? atLeast ?? (atMost === undefined ? 1 : 0)
  const max = count ?? atMost ?? Infinity

  if (found.length > max) return { ok: false, found }
  if (found.length >= least && max === Infinity) return { ok: true, found }

  const unknown = whyUnknown(evicted, matcher, entries)

  if (unknown !== undefined) return { ok: false, found, unknown }

  return found.length >= least ? { ok: true, found } : yield* missing(found, matcher, entries)
}

function* verifyOrder(
  entries: readonly Exchange[],
  order: readonly RequestPattern[],
  evicted: number,
): Sliced<Verdict> {
  const found: Exchange[] = []
  let rest = entries
  let unknown: string | undefined

  for (const pattern of order) {
    const matcher = new RequestMatcher(pattern)
    const [entry] = yield* matching(matcher, rest, 1)
    const index = entry ? rest.indexOf(entry) : rest.length

    // If an entry that was skipped matches, the next patterns have more entries.
    unknown ??= whyUnknown(evicted, matcher, rest.slice(0, index))

    if (unknown !== undefined && !entry) return { ok: false, found, unknown }
    if (!entry) return yield* missing(found, matcher, rest)
    found.push(entry)
    rest = rest.slice(index + 1)
  }

  return { ok: true, found }
}

/** The entries that match, at most `limit`. Their bodies may be large, so others may run after each. */
function* matching(
  matcher: RequestMatcher,
  entries: readonly Exchange[],
  limit = Infinity,
): Sliced<Exchange[]> {
  const found: Exchange[] = []

  for (const entry of entries) {
    if (matcher.matches(entry)) found.push(entry)
    if (found.length === limit) break
    yield
  }

  return found
}

/** Why more requests than those found may have been received. */
function whyUnknown(
  evicted: number,
  matcher: RequestMatcher,
  entries: readonly Exchange[],
): string | undefined {
  if (evicted > 0) {
    return `Entries were evicted (${evicted}). Clear the journal earlier, verify from a later "since", or raise the entry limit.`
  }
  const { body, graphql, ...rest } = matcher.pattern
  const { variables, ...operation } = graphql ?? {}

  if (body === undefined && variables === undefined) return undefined

  const withoutBody = new RequestMatcher({ ...rest, ...(graphql && { graphql: operation }) })
  const truncated = entries.find((entry) => entry.requestBody?.isTruncated && withoutBody.matches(entry))

  return (
    truncated &&
    `The body of request ${truncated.sequence} was truncated. Match it without ${body === undefined ? '"variables"' : '"body"'}.`
  )
}

/** How many differences of the nearest request are listed. */
const maxDifferences = 100

/** With the entry that has the least weight of differences, of those that do not match, and the newest of these. */
function* missing(
  found: readonly Exchange[],
  matcher: RequestMatcher,
  entries: readonly Exchange[],
): Sliced<Verdict> {
  let nearest: NearMiss | undefined
  let least = Infinity

  for (const entry of entries.toReversed()) {
    const differences: Difference[] = []
    let weight = 0

    for (const difference of matcher.differences(entry)) {
      if (differences.length < maxDifferences) differences.push(difference)
      yield
      weight += weightOf(difference)
      if (weight >= least) break
    }
    if (weight > 0 && weight < least) [nearest, least] = [{ entry, differences }, weight]
    yield
  }

  return nearest ? { ok: false, found, nearest } : { ok: false, found }
}

/** A different path weighs most, then a different method. What is sent is not near to what is received. */
function weightOf({ path }: Difference): number {
  if (path === 'outgoing') return Infinity

  return path === 'path' ? 10 : path === 'method' ? 3 : 1
}

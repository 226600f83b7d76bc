import { z } from 'zod'
import type { Difference } from './json-difference.ts'
import type { Journal } from './journal.ts'
import type { JournalEntry } from './journal-entry.ts'
import { RequestMatcher, RequestPattern } from '../faults/request-pattern.ts'

const nonNegative = z.int().min(0)

/** An expected request, and how many times it is expected. */
export const Expectation = RequestPattern.extend({
  /** Exact number of requests. Without `count`, `atLeast` and `atMost`: at least one. */
  count: nonNegative.optional(),
  atLeast: nonNegative.optional(),
  atMost: nonNegative.optional(),
  /** Requests expected in this order; others may be in between. Of the other members, only `since` is allowed then. */
  inOrder: z.array(RequestPattern).min(1).optional(),
  /** Ignores entries up to this sequence number. */
  since: nonNegative.optional(),
}).refine(
  ({ inOrder, since: _, ...others }) => !inOrder || Object.values(others).every((each) => each === undefined),
  { path: ['inOrder'], error: 'Only "since" can be combined with "inOrder".' },
)
export type Expectation = z.infer<typeof Expectation>

/** A request that differs from what was expected. */
interface NearMiss {
  readonly entry: JournalEntry
  readonly differences: readonly Difference[]
}

export interface Verdict {
  readonly ok: boolean
  /** Entries that match; with `inOrder`, those before the first missing one. */
  readonly found: readonly JournalEntry[]
  /** The request most similar to a missing one. */
  readonly nearest?: NearMiss
  /** Why the result can't be known. */
  readonly unknown?: string
}

/** Whether a journal meets an expectation, or why that can't be known. */
export function verify(journal: Journal, expectation: Expectation): Verdict {
  const { count, atLeast, atMost, inOrder, since = 0, ...pattern } = expectation
  const entries = journal.entries(since)
  const evicted = journal.evictedSince(since)

  if (inOrder) return verifyOrder(entries, inOrder, evicted)

  const matcher = new RequestMatcher(pattern)
  const found = entries.filter((entry) => matcher.matches(entry))
  const least = count ?? atLeast ?? (atMost === undefined ? 1 : 0)
  const max = count ?? atMost ?? Infinity

  if (found.length > max) return { ok: false, found }
  if (found.length >= least && max === Infinity) return { ok: true, found }

  const unknown = whyUnknown(evicted, matcher, entries)

  if (unknown !== undefined) return { ok: false, found, unknown }

  return found.length >= least ? { ok: true, found } : missing(found, matcher, entries)
}

function verifyOrder(
  entries: readonly JournalEntry[],
  order: readonly RequestPattern[],
  evicted: number,
): Verdict {
  const found: JournalEntry[] = []
  let rest = entries
  let unknown: string | undefined

  for (const pattern of order) {
    const matcher = new RequestMatcher(pattern)
    const index = rest.findIndex((entry) => matcher.matches(entry))
    const entry = rest[index]

    // If an entry that was skipped matches, the next patterns have more entries.
    unknown ??= whyUnknown(evicted, matcher, entry ? rest.slice(0, index) : rest)

    if (!entry) return unknown === undefined ? missing(found, matcher, rest) : { ok: false, found, unknown }
    found.push(entry)
    rest = rest.slice(index + 1)
  }

  return { ok: true, found }
}

function missing(
  found: readonly JournalEntry[],
  matcher: RequestMatcher,
  entries: readonly JournalEntry[],
): Verdict {
  const nearest = nearestTo(matcher, entries)

  return nearest ? { ok: false, found, nearest } : { ok: false, found }
}

/** Why more requests than those found may have been received. */
function whyUnknown(
  evicted: number,
  matcher: RequestMatcher,
  entries: readonly JournalEntry[],
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

/** Of the entries that do not match, the one with the least weight of differences, and the newest of these. */
function nearestTo(matcher: RequestMatcher, entries: readonly JournalEntry[]): NearMiss | undefined {
  const misses = entries
    .map((entry) => ({ entry, differences: matcher.differences(entry) }))
    .filter(({ differences }) => differences.length > 0)

  return misses.reduce<NearMiss | undefined>(
    (best, miss) => (best && weight(best) < weight(miss) ? best : miss),
    undefined,
  )
}

/** A different path weighs most, then a different method. */
function weight({ differences }: NearMiss): number {
  return differences.reduce((sum, { path }) => sum + (path === 'path' ? 10 : path === 'method' ? 3 : 1), 0)
}

import type { JournalEntryResource } from '../control/journal/journal-resource.ts'
import type { Difference } from '../sandbox/journal/json-difference.ts'
import type { RequestPattern } from '../sandbox/faults/request-pattern.ts'

/** A request that a sandbox got, and what it answered. */
export type ReceivedRequest = JournalEntryResource

/** How often requests like the pattern are expected; at least once when nothing is said. */
export interface ExpectedRequest extends RequestPattern {
  readonly count?: number
  readonly atLeast?: number
  readonly atMost?: number
  /** Leaves out requests up to this sequence. */
  readonly since?: number
}

/** Whether the requests came, which they are, and the one that comes nearest when something is missing. */
export interface RequestVerdict {
  readonly ok: boolean
  readonly found: number
  readonly entries: readonly { sequence: number; method: string; path: string; status: number }[]
  readonly nearest?: ReceivedRequest & { readonly differences: readonly Difference[] }
}

import type { ResponseOf } from './client.ts'
import type { JournalEntry } from './operations.ts'
import type { RequestPattern } from '../sandbox/faults/request-pattern.ts'

/** A request that a sandbox got, and its response. */
export type ReceivedRequest = JournalEntry

/** How often requests like the pattern are expected; at least once when nothing is said. */
export interface ExpectedRequest extends RequestPattern {
  readonly count?: number
  readonly atLeast?: number
  readonly atMost?: number
  /** Leaves out requests up to this sequence. */
  readonly since?: number
}

/** Whether the requests came, which they are, and the one that comes nearest when something is missing. */
export type RequestVerdict = ResponseOf<'POST', '/__sandbox/journal/verify'>

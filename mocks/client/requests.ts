import type { ResponseOf } from './client.ts'
import type { JournalEntry } from './operations.ts'
import type { RequestPattern } from '../sandbox/faults/request-pattern.ts'

/** A request that a sandbox received, and its response. */
export type ReceivedRequest = JournalEntry

/** How many requests that match the pattern are expected; by default at least once. */
export interface ExpectedRequest extends RequestPattern {
  readonly count?: number
  readonly atLeast?: number
  readonly atMost?: number
  /** Only requests after this sequence number. */
  readonly since?: number
}

/** Whether the expected requests were received, those that match, and the nearest other request if some are missing. */
export type RequestVerdict = ResponseOf<'POST', '/__sandbox/journal/verify'>

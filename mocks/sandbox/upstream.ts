import type { RecordedReply } from './journal/recorded.ts'

/** A request to pass on. */
export interface UpstreamRequest {
  readonly method: string
  /** Below the base URL and the sandbox's prefix. */
  readonly path: string
  /** Without `?`. */
  readonly search: string
  /** Names in lower case. */
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly body: Uint8Array | undefined
  /** The base of links in bodies here: `http://127.0.0.1:4010/s/blue`. */
  readonly base: string
  /** How long to wait, in milliseconds. */
  readonly timeout?: number | undefined
}

/** Something else that may answer requests instead of the sandbox: the real service, or a recording of it. */
export interface Upstream {
  /** Its address, or the name of the recording. */
  readonly name: string
  /** @throws {UpstreamFailure} when it does not answer */
  ask(request: UpstreamRequest): Promise<RecordedReply>
}

/** The source, in the journal, of exchanges of a recording. */
export const recordingSource = 'recording'

/** An upstream did not answer, or not in a usable way. */
export class UpstreamFailure extends Error {
  /** The status of the response, unless the sandbox answers instead. */
  readonly status: number

  constructor(message: string, status = 502) {
    super(message)
    this.status = status
  }
}

/** Which upstream was asked for the response to a request, and why the sandbox answered instead, if it did. */
export interface UpstreamMark {
  readonly name: string
  readonly failure: string | null
  /** Where the sandbox's own answer, which was sent, differs from that of the upstream; undefined if that one was sent. */
  readonly differences?: readonly string[]
}

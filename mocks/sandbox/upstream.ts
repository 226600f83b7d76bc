import type { Exchange, ExchangeReply } from '../data/model/exchanges/exchange.ts'

/** Something else that may answer requests instead of the sandbox: the real service, or a recording of it. */
export interface Upstream {
  /** Its address, or the name of the recording. */
  readonly name: string
  /**
   * @param timeout how long to wait, in milliseconds
   *
   * @throws {UpstreamFailure} when it does not answer
   */
  ask(exchange: Exchange, timeout?: number): Promise<ExchangeReply>
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

import autocannon from 'autocannon'
import type { ServerProcess } from './processes.ts'

/** A request of a case. */
export interface LoadRequest {
  readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Measured {
  /** CPU time of the server for a request, in microseconds: what it costs, at whatever rate. */
  readonly cpu: number
  readonly perSecond: number
  /** Milliseconds within which 99 of 100 responses came. */
  readonly p99: number
}

/**
 * Sends requests from 16 connections, for some seconds or so many times.
 *
 * @param isStrict whether every response has to be a success
 */
export async function load(
  server: ServerProcess,
  next: () => LoadRequest,
  extent: { duration: number } | { amount: number },
  isStrict = true,
): Promise<Measured> {
  const before = await server.usage()
  const result = await autocannon({
    url: server.url,
    connections: 16,
    ...extent,
    // How often it looks whether the amount is reached, too.
    sampleInt: 100,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  })
  const after = await server.usage()
  const responses = result['2xx'] + result['3xx']

  const isRefused = result.non2xx > result['3xx'] || result.errors > 0

  if ((isRefused && isStrict) || responses === 0) {
    const { method = 'GET', path } = next()

    throw new Error(
      `Of the responses to ${method} ${server.url}${path}, ${result.non2xx - result['3xx']} were no success and ${result.errors} never came.`,
    )
  }

  return {
    cpu: (after.cpu - before.cpu) / responses,
    perSecond: responses / result.duration,
    p99: result.latency.p99,
  }
}

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
  /** CPU time of the server for a request, in microseconds, which does not depend on the rate. */
  readonly cpu: number
  readonly perSecond: number
  /** The 99th percentile of response times, in milliseconds. */
  readonly p99: number
}

/**
 * Sends requests from 16 connections, for some seconds or up to an amount.
 *
 * @param isStrict whether every response must be a success
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
    // Also the interval at which it checks whether the amount is reached.
    sampleInt: 100,
    requests: [
      {
        // It writes the length of the body into the headers that it is given.
        setupRequest: (request) => {
          const given = next()

          return { ...request, ...given, headers: { ...given.headers } }
        },
      },
    ],
  })
  const after = await server.usage()
  const responses = result['2xx'] + result['3xx']
  const failures = result.non2xx - result['3xx']

  if ((isStrict && (failures > 0 || result.errors > 0)) || responses === 0) {
    const { method = 'GET', path } = next()

    throw new Error(
      `Of the requests ${method} ${server.url}${path}, ${failures} failed (${JSON.stringify(result.statusCodeStats)}) and ${result.errors} got no response.`,
    )
  }

  return {
    cpu: (after.cpu - before.cpu) / responses,
    perSecond: responses / result.duration,
    p99: result.latency.p99,
  }
}

import { bytesOf } from '../../data/model/shared/bytes.ts'
import type { OnClose } from './inject-faults.ts'
import type { ServiceRequest } from './service-request.ts'
import { z } from 'zod'
import statusTextData from './msw/status-texts.json' with { type: 'json' }
import { isStream, type Reply, type StreamChunk, type TransportFailure } from './replies/reply.ts'

/** Reason phrases, as an HTTP/1.1 server sends them with the status. */
export const statusTexts = z.record(z.string(), z.string()).parse(statusTextData)

/** Converts a Fetch `Request`. */
export async function fromFetch(request: Request): Promise<ServiceRequest> {
  return { ...withoutBody(request), body: await bodyOf(request) }
}

/** The bytes of the body; undefined for a method without one. */
export async function bodyOf(request: Request): Promise<Uint8Array | undefined> {
  const mayHaveBody = request.method !== 'GET' && request.method !== 'HEAD'

  return mayHaveBody ? new Uint8Array(await request.arrayBuffer()) : undefined
}

/** Converts a Fetch `Request` without reading its body. */
export function withoutBody(request: Request): ServiceRequest {
  const url = new URL(request.url)
  const { headers } = request

  return {
    method: request.method,
    baseUrl: url.origin,
    path: url.pathname,
    search: url.search.slice(1),
    header: (name) => headers.get(name) ?? undefined,
    headers: () => headers,
    body: undefined,
  }
}

/**
 * Converts a reply to a Fetch `Response`.
 *
 * @param signal fails or ends a stream when it is aborted; cancelling is not enough, since msw copies the response
 */
export function toFetch(
  { status, headers, body, cookies = [] }: Reply,
  signal?: AbortSignal | null,
  whenAborted: 'fail' | 'end' = 'fail',
): Response {
  const content = isStream(body) ? streamOf(body, signal, whenAborted) : body === null ? null : bytesOf(body)

  const init = { status, statusText: statusTexts[status] ?? '', headers: { ...headers } }
  const response = new Response(content as BodyInit | null, init) // no SharedArrayBuffer

  // The first one replaces that in `headers`.
  cookies.forEach((cookie, index) => response.headers[index === 0 ? 'set' : 'append']('Set-Cookie', cookie))

  return response
}

/** Registers callbacks for when a request is aborted. */
export function whenAborted(signal: AbortSignal): OnClose {
  return (listener) => signal.addEventListener('abort', listener, { once: true })
}

/** Like `toFetch()`; a transport failure becomes a network error, or no response until `signal` is aborted. */
export function toFetchOrFail(reply: Reply, signal: AbortSignal): Response | Promise<Response> {
  return reply.failure ? failures[reply.failure](signal, reply.later) : toFetch(reply, signal)
}

const failures: Record<
  TransportFailure,
  (signal: AbortSignal, later: Reply['later']) => Response | Promise<Response>
> = {
  cut: () => Response.error(),
  never: (signal, later) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(Response.error()))
      later?.then((ready) => resolve(toFetchOrFail(ready, signal))).catch(reject)
    }),
}

function streamOf(
  chunks: AsyncIterable<StreamChunk>,
  signal: AbortSignal | null | undefined,
  whenAborted: 'fail' | 'end',
): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  const encoder = new TextEncoder()

  return new ReadableStream({
    start(controller) {
      const onAbort = () => {
        if (whenAborted === 'fail') controller.error(signal?.reason)
        void iterator.return?.()
      }

      signal?.addEventListener('abort', onAbort, { once: true })
    },
    async pull(controller) {
      const { done, value } = await iterator.next()

      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

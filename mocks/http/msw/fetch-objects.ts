import { bytesOf } from '../../model/shared/bytes.ts'
import type { ServiceRequest } from '../request.ts'
import { statusTexts } from '../replies/status-texts.ts'
import { isStream, type Reply, type StreamPart, type TransportFailure } from '../replies/reply.ts'

/** A Fetch `Request` as the service takes it. */
export async function fromFetch(request: Request): Promise<ServiceRequest> {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'

  return { ...withoutBody(request), body: hasBody ? new Uint8Array(await request.arrayBuffer()) : undefined }
}

/** The same before its body is read. */
export function withoutBody(request: Request): ServiceRequest {
  const url = new URL(request.url)
  const { headers } = request

  return {
    method: request.method,
    origin: url.origin,
    path: url.pathname,
    search: url.search.slice(1),
    header: (name) => headers.get(name) ?? undefined,
    headers: () => headers,
    body: undefined,
  }
}

/**
 * A reply of the service as a Fetch `Response`.
 *
 * @param signal aborted when the caller loses interest, which ends a stream: msw copies the response, and keeps a
 *   cancelled copy running
 */
export function toFetch(
  { status, headers, body, cookies = [] }: Reply,
  signal?: AbortSignal | null,
): Response {
  const content = isStream(body) ? streamOf(body, signal) : body === null ? null : bytesOf(body)

  const init = { status, statusText: statusTexts[status] ?? '', headers: { ...headers } }
  const response = new Response(content as BodyInit | null, init) // bytes that no other thread shares

  // The first replaces the one among the headers.
  cookies.forEach((cookie, index) => response.headers[index === 0 ? 'set' : 'append']('Set-Cookie', cookie))

  return response
}

/** The same; for a broken connection, the nearest equivalent: a network error, or no response until `signal`. */
export function toFetchOrFail(reply: Reply, signal: AbortSignal): Response | Promise<Response> {
  return reply.failure ? failures[reply.failure](signal) : toFetch(reply, signal)
}

const failures: Record<TransportFailure, (signal: AbortSignal) => Response | Promise<Response>> = {
  cut: () => Response.error(),
  never: (signal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(Response.error()))),
}

/** The same for callers that take promises: throws where the connection is cut, and goes on for ever. */
export function unlessFailed(reply: Reply): Reply | Promise<Reply> {
  if (reply.failure === 'cut') throw new TypeError('Failed to fetch')

  return reply.failure === 'never' ? new Promise(() => undefined) : reply
}

function streamOf(
  parts: AsyncIterable<StreamPart>,
  signal: AbortSignal | null | undefined,
): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]()
  const encoder = new TextEncoder()

  signal?.addEventListener('abort', () => void iterator.return?.(), { once: true })

  return new ReadableStream({
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

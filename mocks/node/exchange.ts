import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request } from '../http/call.ts'
import type { Reply } from '../http/reply.ts'

/** The largest body taken, in bytes. */
const bodyLimit = 10 * 1024 * 1024

/** The body of a request; undefined when it has none. */
export async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined | 'too large'> {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) {
    return undefined
  }

  const chunks: Buffer[] = []
  let size = 0

  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyLimit) return 'too large'
    chunks.push(chunk)
  }

  return Buffer.concat(chunks)
}

/** The path of a request, without its query. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/'
}

export function toIncoming(request: IncomingMessage, body: Uint8Array | undefined): Request {
  const url = request.url ?? '/'
  const path = pathOf(request)

  return {
    method: request.method ?? 'GET',
    origin: `http://${request.headers.host ?? 'localhost'}`,
    path,
    search: url.slice(path.length + 1),
    header: (name) => {
      const value = request.headers[name]

      return Array.isArray(value) ? value.join(', ') : value
    },
    body,
  }
}

export async function writeReply(response: ServerResponse, reply: Reply): Promise<void> {
  response.writeHead(reply.status, reply.headers)

  if (reply.body === null || typeof reply.body === 'string' || reply.body instanceof Uint8Array) {
    response.end(reply.body)

    return
  }

  for await (const part of reply.body) {
    if (response.destroyed) break
    if (!response.write(part)) await once(response, 'drain')
  }
  response.end()
}

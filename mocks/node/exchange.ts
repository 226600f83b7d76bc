import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Request } from '../http/request.ts'
import { isStream, type Reply, type StreamPart, type TransportFailure } from '../http/replies/reply.ts'
import { isBytes, type Pieces } from '../model/shared/bytes.ts'

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/**
 * The body of a request. Of one over the limit just enough is kept for the service to refuse it; the rest is read and
 * dropped, so that the client gets to see the answer.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0

    request.on('data', (chunk: Buffer) => {
      if (size <= limit) chunks.push(chunk)
      size += chunk.length
    })
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    request.once('error', reject)
    request.once('close', () => reject(new Error('the client hung up')))
  })
}

/**
 * Takes the absolute form of an address as the one below its host (RFC 9112, 3.2.2), whose name then counts as
 * `Host`: clients send it that believe to speak to a proxy.
 */
export function takeOriginForm(request: IncomingMessage): void {
  const url = request.url ?? '/'

  if (url.startsWith('/')) return

  const [, host, rest = ''] = /^https?:\/\/(?:[^/?@]*@)?([^/?]*)(.*)$/i.exec(url) ?? []

  if (host === undefined) return
  request.headers.host = host
  request.url = rest.startsWith('/') ? rest : `/${rest}`
}

/** The path of a request, without its query. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/'
}

/** Addresses that a URL parser leaves as they are. */
const canonical = /^(?!.*\/\.{1,2}(\/|$))[\w\-./~%?&=:@!$()*+,;]*$/

/** @param prefix what stands in front of the service's paths in every link, and is not part of the request's */
export function toIncoming(request: IncomingMessage, body: Uint8Array | undefined, prefix = ''): Request {
  const { headers } = request // the journal keeps this, and should not keep the socket with it
  const scheme = 'encrypted' in request.socket ? 'https' : 'http'
  // HTTP/2, as of Vite with https, has a name of its own for it.
  const host = headers.host ?? headers[':authority']
  const origin = `${scheme}://${host?.toString() || ownAddress(request.socket)}`
  const url = canonicalUrl(request.url ?? '/', origin)
  const path = url.split('?', 1)[0] ?? '/'

  return {
    method: request.method ?? 'GET',
    origin: `${origin}${prefix}`,
    path,
    search: url.slice(path.length + 1),
    header: (name) => {
      const value = headers[name]

      return Array.isArray(value) ? value.join(', ') : value
    },
    headers: () =>
      Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        name.startsWith(':') ? [] : [[name, String(value)]],
      ),
    body,
  }
}

/** Where the request arrived, for one that does not say which host it is for. */
function ownAddress({ localAddress = 'localhost', localPort }: Socket): string {
  const address = localAddress.replace(/^::ffff:/, '')

  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`
}

/** The address as `fetch` would send it, so that links made from it are the same through every door. */
function canonicalUrl(url: string, origin: string): string {
  if (canonical.test(url)) return url

  const { pathname, search } = new URL(url, origin)

  return `${pathname}${search}`
}

/** Gives a promise only where sending takes one. */
export function writeReply(response: ServerResponse, reply: Reply): Promise<void> | undefined {
  if (reply.failure) {
    failures[reply.failure](response)

    return undefined
  }

  const { body } = reply

  response.writeHead(reply.status, reply.headers)
  if (body === null || typeof body === 'string' || isBytes(body)) response.end(body)
  else if (isStream(body)) return writeStream(response, body[Symbol.asyncIterator]())
  else writePieces(response, body)

  return undefined
}

/** All in one go to the socket, without putting them together first. */
function writePieces(response: ServerResponse, pieces: Pieces): void {
  response.cork()
  for (const piece of pieces) response.write(piece)
  response.end()
}

const failures: Record<TransportFailure, (response: ServerResponse) => void> = {
  cut: (response) => {
    // A connection of HTTP/2 has other requests as well.
    if (response.req.httpVersionMajor === 2) response.destroy(new Error('Cut by a fault.'))
    else response.socket?.resetAndDestroy()
  },
  never: () => undefined, // the caller may wait
}

/** Writes until the stream ends or the caller hangs up, which ends the stream. */
async function writeStream(response: ServerResponse, parts: AsyncIterator<StreamPart>): Promise<void> {
  const hungUp = once(response, 'close').then(() => parts.return?.())

  for (let part = await parts.next(); !part.done && !response.destroyed; part = await parts.next()) {
    if (!response.write(part.value)) await Promise.race([once(response, 'drain'), hungUp])
  }
  response.end()
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { forwardedOrigin, sandboxOfHost } from '../../service/http/access/address.ts'
import type { ServiceRequest } from '../../service/http/service-request.ts'
import { isStream, type Reply, type StreamChunk } from '../../service/http/replies/reply.ts'
import { isBytes, type Chunks } from '../../data/model/shared/bytes.ts'

/**
 * Rewrites an absolute-form request target (RFC 9112, 3.2.2) to origin form and sets `Host` from it. Clients that
 * use a proxy send this form.
 */
export function rewriteToOriginForm(request: IncomingMessage): void {
  const url = request.url ?? '/'

  if (url.startsWith('/')) return

  const [, host, rest = ''] = /^https?:\/\/(?:[^/?@]*@)?([^/?]*)(.*)/i.exec(url) ?? []

  if (host === undefined) return
  request.headers.host = host
  request.url = rest.startsWith('/') ? rest : `/${rest}`
}

/** The path of a request, without its query. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/'
}

/** Addresses that a URL parser would not change. */
const canonical = /^(?!.*\/\.{1,2}(\/|$))[\w\-./~%?&=:@!$()*+,;]*$/

/** How requests reach the server from outside. */
export interface ProxySettings {
  /** Prefix of every link to the service; not part of the request's path. */
  readonly prefix?: string | undefined
  /** Whether to trust the host and scheme that a proxy forwards. Only the proxy may be able to reach the server then. */
  readonly trustsProxy?: boolean | undefined
  /** Whether a host such as `blue.localhost` names a sandbox. */
  readonly namesSandboxes?: boolean | undefined
}

/** A request whose body is read later. */
export type UnreadRequest = Omit<ServiceRequest, 'body'> & { body: ServiceRequest['body'] }

/** @throws when it has two Host headers */
export function toUnreadRequest(
  request: IncomingMessage,
  { prefix = '', trustsProxy = false, namesSandboxes = false }: ProxySettings = {},
): UnreadRequest {
  const { headers } = request // the journal retains the headers, but must not retain the socket
  const origin = originOf(request, trustsProxy)
  const url = canonicalUrl(request.url ?? '/')
  const path = url.split('?', 1)[0] ?? '/'
  const sandbox = namesSandboxes ? sandboxOfHost(origin) : undefined

  return {
    method: request.method ?? 'GET',
    baseUrl: `${origin}${prefix}`,
    path,
    search: url.slice(path.length + 1),
    header: (name) => {
      // Instead of the header, but a path that names one comes first.
      if (name === 'x-sandbox' && sandbox !== undefined) return sandbox
      const value = headers[name]

      return Array.isArray(value) ? value.join(', ') : value
    },
    headers: () =>
      Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        name.startsWith(':') ? [] : [[name, String(value)]],
      ),
    body: undefined,
  }
}

function originOf({ headers, rawHeaders, socket }: IncomingMessage, trustsProxy: boolean): string {
  let hosts = 0

  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  }
  if (hosts > 1) throw new Error('it has two Host headers')

  const scheme = 'encrypted' in socket ? 'https' : 'http'
  // The name in HTTP/2, which Vite uses with https.
  const host = (headers.host ?? headers[':authority']?.toString()) || ownAddress(socket)

  return trustsProxy
    ? forwardedOrigin({ scheme, host }, (name) => headers[name]?.toString())
    : `${scheme}://${host}`
}

/** The address at which a request arrived, for requests that name no host. */
function ownAddress({ localAddress = 'localhost', localPort }: Socket): string {
  const address = localAddress.replace(/^::ffff:/, '')

  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`
}

/** The URL as `fetch` would send it, so that links are the same through every door. */
function canonicalUrl(url: string): string {
  if (canonical.test(url)) return url

  // Not resolved against a base, in which a path that starts with two slashes would name a host.
  const { pathname, search } = new URL(`http://localhost/${url.replace(/^\//, '')}`)

  return `${pathname}${search}`
}

/**
 * Sends a reply. Returns a promise only for streams.
 *
 * @param ending aborted when streams have to end
 */
export function writeReply(
  response: ServerResponse,
  reply: Reply,
  ending?: AbortSignal,
): Promise<void> | undefined {
  if (reply.failure) {
    // After the other failure, `never`, the client waits.
    if (reply.failure === 'cut') cut(response)
    // Not waited for: a server that closes does not wait for it.
    reply.later?.then((ready) => writeReply(response, ready, ending)).catch(() => response.destroy())

    return undefined
  }

  const { body, headers, cookies } = reply

  response.writeHead(reply.status, cookies ? { ...headers, 'set-cookie': [...cookies] } : headers)
  if (body === null || typeof body === 'string' || isBytes(body)) response.end(body)
  else if (isStream(body)) return writeStream(response, reply, body, ending)
  else writeChunks(response, body)

  return undefined
}

/** Writes all chunks to the socket at once, without concatenating them. */
function writeChunks(response: ServerResponse, chunks: Chunks): void {
  response.cork()
  for (const chunk of chunks) response.write(chunk)
  response.end()
}

function cut(response: ServerResponse): void {
  const { httpVersionMajor, socket } = response.req

  // An HTTP/2 connection is shared by several requests; one with TLS can't be reset.
  if (httpVersionMajor === 2 || 'encrypted' in socket) response.destroy(new Error('Cut by a fault.'))
  else socket.resetAndDestroy()
}

/** How often a comment is sent in a stream of events, in milliseconds. */
const heartbeat = 20_000

/** Writes a stream, with comments in between if it is one of events. */
async function writeStream(
  response: ServerResponse,
  { headers }: Reply,
  chunks: AsyncIterable<StreamChunk>,
  ending: AbortSignal | undefined,
): Promise<void> {
  const isEventStream = headers['Content-Type']?.startsWith('text/event-stream')
  // Clients ignore comments; without them proxies would close an idle connection.
  const comment = () => response.writableEnded || response.write(':\n\n')
  const timer = isEventStream ? setInterval(comment, heartbeat) : undefined

  // A chunk is read when it can be written.
  await sendStream(Readable.from(chunks, { highWaterMark: 1 }), response, ending)
  clearInterval(timer)
}

/** Sends a stream until it ends, the client disconnects, or `ending` is aborted, even if the next chunk never comes. */
export async function sendStream(
  stream: Readable,
  response: ServerResponse,
  ending: AbortSignal | undefined,
): Promise<void> {
  const end = () => {
    stream.unpipe(response)
    response.end()
  }

  stream.on('error', () => response.writableEnded || response.destroy())
  stream.pipe(response)
  ending?.addEventListener('abort', end)
  if (ending?.aborted) end()
  await finished(response).catch(() => undefined) // the client has disconnected
  ending?.removeEventListener('abort', end)
  stream.destroy()
}

import type { Transform } from 'node:stream'
import { isLoopback } from '../../service/http/access/hosts.ts'
import { certificateProblem } from '../../service/upstream/connection-problem.ts'
import { UsageError } from './command-line/arguments.ts'

/**
 * Sends a request to a server. On this machine any certificate is trusted, as no other machine can have sent it.
 *
 * @throws {UsageError} when the certificate of another machine is not trusted
 */
export async function sendRequest(address: string | URL, request: RequestInit): Promise<Response> {
  const url = new URL(address)

  if (url.protocol === 'https:' && isLoopback(url.hostname)) return sendToOwn(url, request)

  try {
    return await fetch(url, request)
  } catch (error) {
    const problem = certificateProblem(error)

    if (problem === undefined) throw error

    throw new UsageError(`${url.origin} can't be reached: ${problem}`, { cause: Object(error).cause })
  }
}

/**
 * Sends a request to a server of this machine, whatever its certificate.
 *
 * @param server its own address, if `url` has a name by which others know it
 */
export async function sendToOwn(url: URL, init: RequestInit, server = url): Promise<Response> {
  const { request } = process.getBuiltinModule(server.protocol === 'https:' ? 'node:https' : 'node:http')
  const { pipeline, Readable } = process.getBuiltinModule('node:stream')
  const sent = new Request(url, init)
  const { method, signal } = sent
  const body = new Uint8Array(await sent.arrayBuffer())
  const headers = { ...Object.fromEntries(sent.headers), host: url.host }
  const options = { method, headers, signal, rejectUnauthorized: false }
  const target = new URL(server)

  // Not resolved, since a path that begins with two slashes would be another host.
  target.pathname = url.pathname
  target.search = url.search

  return new Promise((resolve, reject) => {
    const outgoing = request(target, options, (incoming) => {
      const { statusCode: status = 0 } = incoming
      const pairs = Object.entries(incoming.headers).map(([name, value = '']): [string, string] => [
        name,
        String(value),
      ])

      const isEmpty = method === 'HEAD' || [204, 205, 304].includes(status)

      if (isEmpty) incoming.resume()
      const decoder = decoderFor(incoming.headers['content-encoding'])
      // Node's own type of the stream lacks methods that Node has.
      const content = isEmpty
        ? null
        : (Readable.toWeb(
            decoder ? pipeline(incoming, decoder, () => undefined) : incoming,
          ) as ReadableStream)

      resolve(new Response(content, { status, headers: pairs }))
    })

    // As from `fetch()`.
    outgoing.once('error', (cause) => reject(new TypeError('fetch failed', { cause })))
    outgoing.end(body)
  })
}

/** As `fetch()` does, even if it was not asked for. */
function decoderFor(encoding = ''): Transform | undefined {
  const zlib = process.getBuiltinModule('node:zlib')

  if (/^(x-)?gzip$/i.test(encoding)) return zlib.createGunzip()
  if (/^deflate$/i.test(encoding)) return zlib.createInflate()

  return /^br$/i.test(encoding) ? zlib.createBrotliDecompress() : undefined
}

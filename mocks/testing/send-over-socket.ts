import { setMaxListeners } from 'node:events'
import { request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'

/** The origin of requests through every door, so that links are the same. */
export const origin = 'http://sandbox.test'

/**
 * Sends a request with `node:http`: `fetch` can't set `Host`, which the links in a response depend on, nor other headers that a
 * browser sets.
 */
export function sendOverSocket(port: number, path: string, init: RequestInit): Promise<Response> {
  const headers = { host: new URL(origin).host, ...Object.fromEntries(new Headers(init.headers)) }
  const signal = init.signal ?? undefined

  if (signal) setMaxListeners(0, signal) // a test may send hundreds of requests with it

  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, path, method: init.method ?? 'GET', headers, signal }, (response) => {
      const status = response.statusCode ?? 0
      const hasBody = status !== 204 && status !== 304 && init.method !== 'HEAD'
      const fields = Object.entries(response.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ])

      if (!hasBody) response.resume()
      resolve(
        new Response(hasBody ? (Readable.toWeb(response) as ReadableStream) : null, {
          status,
          headers: fields,
        }), // the types of Node and of the DOM differ in name only
      )
    })

    init.signal?.addEventListener('abort', () => request.destroy())

    request.on('error', reject)
    request.end(init.body ?? undefined)
  })
}

import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'msw'
import type { Request as Incoming } from '../http/call.ts'
import type { Reply } from '../http/reply.ts'

/** What ordinary msw handlers answer, if one of them does. */
export async function answerWithMsw(
  handlers: readonly RequestHandler[],
  incoming: Incoming,
  headers: IncomingHttpHeaders,
): Promise<Reply | undefined> {
  const { getResponse } = await import('msw')
  const query = incoming.search === '' ? '' : `?${incoming.search}`
  const request = new Request(`${incoming.origin}${incoming.path}${query}`, {
    method: incoming.method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: incoming.body ? Buffer.from(incoming.body) : null,
  })
  const response = await getResponse([...handlers], request)

  if (!response) return undefined

  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: response.body ? new Uint8Array(await response.arrayBuffer()) : null,
  }
}

import type { Exchange } from '../../data/model/exchanges/exchange.ts'
import type { Har, HarEntry } from '../../data/model/exchanges/har.ts'
import type { Sliced } from '../../data/model/shared/slices.ts'
import { version } from '../../data/model/shared/version.ts'
import { journalEntryResource, type BodyResource, type JournalEntryResource } from './journal-entry.ts'
import { redactSecrets } from './secrets.ts'

/** Exchanges as an HTTP Archive, which the developer tools of browsers can open. */
export function* archiveOf(exchanges: readonly Exchange[], toEntry = harEntryOf): Sliced<Har> {
  const entries: HarEntry[] = []

  for (const exchange of exchanges) yield void entries.push(toEntry(exchange))

  return { log: { version: '1.2', creator: { name: 'entity-sandbox', version }, pages: [], entries } }
}

/** An exchange as an entry of an archive, without secrets. */
export function harEntryOf(exchange: Exchange): HarEntry {
  const { time, duration_ms, method, query, status, request, response, ...marks } =
    journalEntryResource(exchange)
  const message = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
  const header = (name: string) => redactSecrets(exchange.responseHeader(name) ?? '')

  return {
    startedDateTime: time,
    time: duration_ms,
    request: {
      method,
      url: `${exchange.base}${marks.path}${query === '' ? '' : `?${query}`}`,
      ...message,
      headers: namesAndValues(Object.entries(request.headers)),
      queryString: namesAndValues(new URLSearchParams(query)),
      ...(request.body ? { postData: postData(request.body, request.headers['content-type']) } : {}),
      bodySize: request.body?.size ?? 0,
    },
    response: {
      status,
      statusText: '',
      ...message,
      headers: namesAndValues(Object.entries(response.headers)),
      content: contentOf(response.body, header('content-type') || 'x-unknown'),
      redirectURL: header('location'),
      bodySize: sizeOf(response.body),
    },
    cache: {},
    timings: { send: 0, wait: duration_ms, receive: 0 },
    _sandbox: marks,
  }
}

function namesAndValues(pairs: Iterable<readonly [string, string]>) {
  return Array.from(pairs, ([name, value]) => ({ name, value }))
}

/** The body of a request. HAR has no encoding for binary ones, and base64 as text would be sent as it is by a replay. */
function postData(body: BodyResource, mimeType = 'application/octet-stream') {
  const { text = '', base64 } = body

  return {
    mimeType,
    text,
    ...(base64 === undefined ? {} : { _base64: base64 }),
    ...truncationComment(body),
  }
}

type ResponseBody = JournalEntryResource['response']['body']

function contentOf(body: ResponseBody, mimeType: string) {
  const size = sizeOf(body)

  if (body === 'streamed') return { size, mimeType, comment: 'Not recorded: the body was streamed.' }
  if (!body) return { size, mimeType }

  return {
    size,
    mimeType,
    text: body.text ?? body.base64 ?? '',
    ...(body.base64 === undefined ? {} : { encoding: 'base64' }),
    ...truncationComment(body),
  }
}

/** In bytes; -1 if unknown. */
function sizeOf(body: ResponseBody): number {
  return body === 'streamed' ? -1 : (body?.size ?? 0)
}

function truncationComment(body: BodyResource) {
  return body.truncated ? { comment: `Truncated: the body has ${body.size} bytes.` } : undefined
}

import type { Exchange } from '../../data/model/exchanges/exchange.ts'
import type { Har, HarEntry } from '../../data/model/exchanges/har.ts'
import type { Sliced } from '../../data/model/shared/slices.ts'
import { version } from '../../data/model/shared/version.ts'
import { journalEntryResource, type JournalEntryResource } from './journal-entry.ts'
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
  const sent = contentOf(request.body, request.headers['content-type'] ?? 'application/octet-stream')
  const content = contentOf(response.body, header('content-type') || 'x-unknown')

  return {
    startedDateTime: time,
    time: duration_ms,
    request: {
      method,
      url: `${exchange.base}${marks.path}${query === '' ? '' : `?${query}`}`,
      ...message,
      headers: namesAndValues(Object.entries(request.headers)),
      queryString: namesAndValues(new URLSearchParams(query)),
      ...(request.body ? { postData: postData(sent) } : {}),
      bodySize: sent.size,
    },
    response: {
      status,
      statusText: '',
      ...message,
      headers: namesAndValues(Object.entries(response.headers)),
      content,
      redirectURL: header('location'),
      bodySize: content.size,
    },
    cache: {},
    timings: { send: 0, wait: duration_ms, receive: 0 },
    _sandbox: marks,
  }
}

function namesAndValues(pairs: Iterable<readonly [string, string]>) {
  return Array.from(pairs, ([name, value]) => ({ name, value }))
}

/** The body of a message; of size -1 if that is unknown. */
function contentOf(
  body: JournalEntryResource['response']['body'],
  mimeType: string,
): HarEntry['response']['content'] {
  if (body === 'streamed') return { size: -1, mimeType, comment: 'Not recorded: the body was streamed.' }
  if (!body) return { size: 0, mimeType }
  const { size, text, base64, truncated } = body

  return {
    size,
    mimeType,
    text: text ?? base64 ?? '',
    ...(base64 === undefined ? {} : { encoding: 'base64' }),
    ...(truncated ? { comment: `Truncated: the body has ${size} bytes.` } : {}),
  }
}

/** HAR has no encoding for the binary body of a request, and base64 as text would be sent as it is by a replay. */
function postData({ size: _, text, encoding, ...content }: HarEntry['response']['content']) {
  return encoding === undefined ? { ...content, text } : { ...content, text: '', _base64: text }
}

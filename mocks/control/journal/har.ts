import type { BodyResource, JournalEntryResource } from './journal-resource.ts'

/** Entries as an HTTP Archive 1.2, which browsers' developer tools and many others read. */
export function harOf(entries: readonly JournalEntryResource[], origin: string, version: string): unknown {
  return {
    log: {
      version: '1.2',
      creator: { name: 'entity-sandbox', version },
      pages: [],
      entries: entries.map((entry) => harEntry(entry, origin)),
    },
  }
}

function harEntry(entry: JournalEntryResource, origin: string): unknown {
  const { request, response } = entry
  const body = response.body === 'streamed' ? null : response.body

  return {
    startedDateTime: entry.time,
    time: entry.duration_ms,
    request: {
      method: entry.method,
      url: `${origin}${entry.path}${entry.query === '' ? '' : `?${entry.query}`}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: namesAndValues(Object.entries(request.headers)),
      queryString: namesAndValues(new URLSearchParams(entry.query)),
      ...(request.body ? { postData: postData(request.body, request.headers['content-type']) } : {}),
      headersSize: -1,
      bodySize: request.body?.size ?? 0,
    },
    response: {
      status: entry.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: namesAndValues(Object.entries(response.headers)),
      content: content(body, response.headers['Content-Type']),
      redirectURL: response.headers.Location ?? '',
      headersSize: -1,
      bodySize: body?.size ?? 0,
    },
    cache: {},
    timings: { send: 0, wait: entry.duration_ms, receive: 0 },
    comment: comment(entry),
  }
}

function namesAndValues(pairs: Iterable<readonly [string, string]>) {
  return Array.from(pairs, ([name, value]) => ({ name, value }))
}

function postData(body: BodyResource, mimeType = 'application/octet-stream') {
  return { mimeType, text: body.text ?? body.base64 ?? '', ...cutComment(body) }
}

function content(body: BodyResource | null, mimeType = 'x-unknown') {
  if (!body) return { size: 0, mimeType }

  return {
    size: body.size,
    mimeType,
    text: body.text ?? body.base64 ?? '',
    ...(body.base64 === undefined ? {} : { encoding: 'base64' }),
    ...cutComment(body),
  }
}

function cutComment(body: BodyResource) {
  return body.truncated ? { comment: `Only the beginning of ${body.size} bytes was kept.` } : undefined
}

function comment(entry: JournalEntryResource): string {
  const notes = [
    `user ${entry.user ?? 'nobody'}`,
    ...(entry.faults.length > 0 ? [`fault ${entry.faults.join(', ')}`] : []),
    ...(entry.scenario === null ? [] : [`scenario ${entry.scenario}`]),
  ]

  return notes.join('; ')
}

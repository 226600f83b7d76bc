import { z } from 'zod'
import { Timestamp } from '../../../data/model/shared/json.ts'
import { operationText } from '../../../sandbox/journal/graphql-operation.ts'
import type { BodyResource, JournalEntryResource } from './journal-resource.ts'

const pairs = z.array(z.object({ name: z.string(), value: z.string() }))
const message = {
  httpVersion: z.string(),
  cookies: pairs,
  headers: pairs,
  headersSize: z.int(),
  bodySize: z.int(),
}
const content = {
  mimeType: z.string(),
  text: z.string(),
  comment: z.string().optional().describe('Note on a truncated or unrecorded body.'),
}

/** An HTTP Archive 1.2, which the developer tools of browsers can open. */
export const Har = z.object({
  log: z.object({
    version: z.literal('1.2'),
    creator: z.object({ name: z.string(), version: z.string() }),
    pages: z.array(z.never()),
    entries: z.array(
      z.object({
        startedDateTime: Timestamp,
        time: z.number(),
        request: z.object({
          method: z.string(),
          url: z.string(),
          queryString: pairs,
          postData: z.object(content).optional(),
          ...message,
        }),
        response: z.object({
          status: z.int(),
          statusText: z.string(),
          redirectURL: z.string(),
          content: z.object({
            ...content,
            size: z.int(),
            text: z.string().optional(),
            encoding: z.literal('base64').optional(),
          }),
          ...message,
        }),
        cache: z.object({}),
        timings: z.object({ send: z.number(), wait: z.number(), receive: z.number() }),
        comment: z.string(),
      }),
    ),
  }),
})
export type Har = z.infer<typeof Har>

/** Entries as an HTTP Archive. */
export function harOf(entries: readonly JournalEntryResource[], baseUrl: string, version: string): Har {
  return {
    log: {
      version: '1.2',
      creator: { name: 'entity-sandbox', version },
      pages: [],
      entries: entries.map((entry) => harEntry(entry, baseUrl)),
    },
  }
}

function harEntry(entry: JournalEntryResource, baseUrl: string): Har['log']['entries'][number] {
  const { request, response } = entry

  return {
    startedDateTime: entry.time,
    time: entry.duration_ms,
    request: {
      method: entry.method,
      url: `${baseUrl}${entry.path}${entry.query === '' ? '' : `?${entry.query}`}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: namesAndValues(Object.entries(request.headers)),
      queryString: namesAndValues(new URLSearchParams(entry.query)),
      ...(request.body ? { postData: postData(entry, request.body) } : {}),
      headersSize: -1,
      bodySize: request.body?.size ?? 0,
    },
    response: {
      status: entry.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: namesAndValues(Object.entries(response.headers)),
      content: contentOf(response.body, response.headers['Content-Type']),
      redirectURL: response.headers.Location ?? '',
      headersSize: -1,
      bodySize: sizeOf(response.body),
    },
    cache: {},
    timings: { send: 0, wait: entry.duration_ms, receive: 0 },
    comment: comment(entry),
  }
}

function namesAndValues(pairs: Iterable<readonly [string, string]>) {
  return Array.from(pairs, ([name, value]) => ({ name, value }))
}

/** The body of a request. HAR has no encoding for binary ones, and base64 as text would be sent as it is by a replay. */
function postData({ sequence, request }: JournalEntryResource, body: BodyResource) {
  const mimeType = request.headers['content-type'] ?? 'application/octet-stream'

  if (body.text !== undefined) return { mimeType, text: body.text, ...truncationComment(body) }

  const comment = `Binary, ${body.size} bytes: see GET /__sandbox/journal/${sequence}.`

  return { mimeType, text: '', comment }
}

type ResponseBody = JournalEntryResource['response']['body']

function contentOf(body: ResponseBody, mimeType = 'x-unknown') {
  const size = sizeOf(body)

  if (body === 'streamed') return { size, mimeType, comment: 'Not recorded: the body was streamed.' }
  if (!body) return { size, mimeType }

  return {
    size,
    mimeType,
    text: body.text ?? body.base64 ?? '',
    ...(body.base64 === undefined ? {} : { encoding: 'base64' as const }),
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

function comment(entry: JournalEntryResource): string {
  const notes = [
    `user ${entry.user ?? 'anonymous'}`,
    ...(entry.graphql ? [operationText(entry.graphql)] : []),
    ...(entry.faults.length > 0 ? [`fault ${entry.faults.join(', ')}`] : []),
    ...(entry.scenario === null ? [] : [`scenario ${entry.scenario}`]),
    ...(entry.upstream?.failure === null && !entry.upstream.differences
      ? [`from ${entry.upstream.name}`]
      : []),
  ]

  return notes.join('; ')
}

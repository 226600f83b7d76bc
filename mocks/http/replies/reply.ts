import type { ApiError } from '../../model/shared/errors.ts'
import { namesTag, tagOf } from './etag.ts'

export type StreamPart = string | Uint8Array
export type ReplyBody = string | Uint8Array | AsyncIterable<StreamPart> | null

/** Ways not to answer: the connection breaks, or stays open for nothing. */
export type TransportFailure = 'cut' | 'never'

/** What an operation answers. Doors turn it into their own kind of response. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ReplyBody
  /** Which version of a record a read shows in one of several forms (`versionOf`). */
  readonly version?: string
  /** Instead of all the above, the door does this to the connection, or the nearest that it can do. */
  readonly failure?: TransportFailure
}

const encoder = new TextEncoder()
const jsonType = { 'Content-Type': 'application/json; charset=utf-8' }

export function isStream(body: ReplyBody): body is AsyncIterable<StreamPart> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

/** The same stream, which calls `end` when it ends, fails or is left. */
export function whenEnded(body: AsyncIterable<StreamPart>, end: () => void): AsyncIterable<StreamPart> {
  return {
    [Symbol.asyncIterator]() {
      const parts = body[Symbol.asyncIterator]()

      return {
        async next() {
          try {
            const part = await parts.next()

            if (part.done) end()

            return part
          } catch (error) {
            end()
            throw error
          }
        },
        async return() {
          end()
          await parts.return?.()

          return { done: true, value: undefined }
        },
      }
    },
  }
}

/** Answers a value as JSON, a read with 200 (interface 7.1). */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return { status, headers: { ...jsonType, ...headers }, body: JSON.stringify(value) }
}

/**
 * Answers a list whose items are complete replies themselves, made before and perhaps kept. Its length and tag
 * follow from theirs, so that a long list is neither encoded nor hashed to know them.
 */
export function list(items: readonly Reply[], rest: Readonly<Record<string, unknown>>): Reply {
  const start = '{"items":['
  const end = `],${JSON.stringify(rest).slice(1)}`
  const bodies = items.map(({ body }) => (typeof body === 'string' ? body : 'null'))
  const commas = Math.max(0, items.length - 1)
  const length = items.reduce((sum, { headers }) => sum + Number(headers['Content-Length']), commas)
  const tags = items.map(({ headers }) => headers.ETag)

  return {
    status: 200,
    headers: {
      ...jsonType,
      'Content-Length': String(start.length + length + encoder.encode(end).length),
      ETag: tagOf(encoder.encode(`${tags.join()}${end}`)),
    },
    body: `${start}${bodies.join()}${end}`,
  }
}

/** 201 with the address of what was created (interface 7.1). */
export function created(location: string, body: unknown, headers: Record<string, string> = {}): Reply {
  return json(body, 201, { Location: location, ...headers })
}

/** What an update or a deletion answers (interface 7.1). */
export function noContent(headers: Record<string, string> = {}): Reply {
  return { status: 204, headers, body: null }
}

export function errorReply(error: ApiError): Reply {
  return json(error.body, error.status, error.headers)
}

/**
 * Completes a reply with `Content-Length`, and a read with a strong `ETag`, which follows from the body. A reply that has both is returned as it is, so it can be kept and sent again.
 */
export function complete(reply: Reply, isRead: boolean): Reply {
  if (reply.status === 204 || reply.status === 304) return reply
  if (isStream(reply.body)) return reply
  if ('Content-Length' in reply.headers) return reply

  const bytes = typeof reply.body === 'string' ? encoder.encode(reply.body) : reply.body
  const headers: Record<string, string> = { ...reply.headers, 'Content-Length': String(bytes?.length ?? 0) }

  if (isRead && reply.status === 200 && bytes && !('ETag' in headers)) {
    headers.ETag = tagOf(bytes, reply.version)
  }

  return { ...reply, headers }
}

/** The reply to a conditional read: 304 without a body when the caller has the current version. */
export function unlessMatched(reply: Reply, ifNoneMatch: string | undefined): Reply {
  const etag = reply.headers.ETag

  if (!ifNoneMatch || !etag || reply.status !== 200 || !namesTag(ifNoneMatch, etag)) return reply

  return { status: 304, headers: { ETag: etag }, body: null }
}

import { bytesOf, type Content } from '../../model/shared/bytes.ts'
import type { ApiError } from '../../model/shared/errors.ts'
import { namesTag, tagOf } from './etag.ts'

export type StreamPart = string | Uint8Array
/** Chunks are sent one after the other: those of a list are its items, which are cached by themselves. */
export type ReplyBody = Content | AsyncIterable<StreamPart> | null

/** Connections without a whole response: broken, or open without one. */
export type TransportFailure = 'cut' | 'never'

/** What an operation returns, in the service's own form, which doors turn into a response. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ReplyBody
  /** Cookies that a handler of one's own sets, where they are several: each is a header by itself. */
  readonly cookies?: readonly string[]
  /** Which version of a record a read shows in one of several forms (`versionOf`). */
  readonly version?: string
  /** Where it is set, the door sends none of the above: it breaks the connection or leaves it open, as far as it can. */
  readonly failure?: TransportFailure
}

export const jsonType = { 'Content-Type': 'application/json; charset=utf-8' }

export function isStream(body: ReplyBody): body is AsyncIterable<StreamPart> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

/** The bytes of a body that is not a stream: none where there is no body. */
export function bodyBytes(body: Content | null): Uint8Array {
  return bytesOf(body ?? '')
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

/** Returns a value as JSON, a read with 200 (interface 7.1). */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return { status, headers: { ...jsonType, ...headers }, body: JSON.stringify(value) }
}

/** Returns a whole list (`listOf`). */
export function jsonList(items: readonly unknown[], status = 200): Reply {
  return json({ items, total_items: items.length }, status)
}

/** 201 with the address of what was created (interface 7.1). */
export function created(location: string, body: unknown, headers: Record<string, string> = {}): Reply {
  return json(body, 201, { Location: location, ...headers })
}

/** The reply to an update or a deletion (interface 7.1). */
export function noContent(headers: Record<string, string> = {}): Reply {
  return { status: 204, headers, body: null }
}

export function errorReply(error: ApiError): Reply {
  return json(error.body, error.status, error.headers)
}

/** A reply whose bytes, length and tag are made: it can be cached, sent again and be part of a list. */
export interface CompleteReply extends Reply {
  readonly body: Uint8Array
  readonly etag: string
}

/**
 * Completes a reply with its bytes and `Content-Length`, and a read with a strong `ETag`, which follows from the bytes.
 * A reply that has them already is returned as it is, so it can be cached and sent again.
 */
export function complete(reply: Reply, isRead: boolean): Reply {
  const { status, headers, body } = reply

  if (status === 204 || status === 304) return reply
  if (isStream(body)) return reply
  if ('Content-Length' in headers) return reply
  if (isRead && status === 200 && body !== null && !('ETag' in headers)) return completeRead(reply, body)

  const bytes = body === null ? null : bytesOf(body)

  return { ...reply, headers: { ...headers, 'Content-Length': String(bytes?.length ?? 0) }, body: bytes }
}

/** The same for a read that returns `content`. */
export function completeRead(reply: Omit<Reply, 'body'>, content: Content): CompleteReply {
  const body = bytesOf(content)
  const etag = tagOf(body, reply.version)

  return {
    ...reply,
    headers: { ...reply.headers, 'Content-Length': String(body.length), ETag: etag },
    body,
    etag,
  }
}

/** The reply to a conditional read: 304 without a body when the caller has the current version. */
export function unlessMatched(reply: Reply, ifNoneMatch: string | undefined): Reply {
  const etag = reply.headers.ETag

  if (!ifNoneMatch || !etag || reply.status !== 200 || !namesTag(ifNoneMatch, etag)) return reply

  return { status: 304, headers: { ETag: etag }, body: null }
}

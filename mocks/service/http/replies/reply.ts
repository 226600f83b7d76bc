import { bytesOf, type Content } from '../../../data/model/shared/bytes.ts'
import type { ExchangeReply } from '../../../data/model/exchanges/exchange.ts'
import { type ApiError, messageOf } from '../../../data/model/shared/errors.ts'
import { isNamedByIfNoneMatch, tagOf } from './etag.ts'

export type StreamChunk = string | Uint8Array
/** A string, bytes, chunks that are sent one after the other (such as the cached items of a list), or a stream. */
export type ReplyBody = ExchangeReply['body']

/** `cut`: the connection is closed. `never`: it stays open without a response. */
export type TransportFailure = 'cut' | 'never'

/** The result of an operation, which doors turn into a response. */
export interface Reply extends ExchangeReply {
  /** The cookies that a user handler sets, if there are several: each is a separate header. */
  readonly cookies?: readonly string[]
  /** The hash of the record (`recordHashOf()`), for a record with several representations. */
  readonly recordHash?: string
  /** If set, the door sends none of the above, but breaks the connection or leaves it open, as far as it can. */
  readonly failure?: TransportFailure
  /** With `never`: resolves to the reply that is sent after all. */
  readonly later?: Promise<Reply>
}

export const jsonType = { 'Content-Type': 'application/json; charset=utf-8' }

export function isStream(body: ReplyBody): body is AsyncIterable<StreamChunk> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

/** The bytes of a body that is not a stream. */
export function bodyBytes(body: Content | null): Uint8Array {
  return bytesOf(body ?? '')
}

/** A JSON reply; 200 for a read (interface 7.1). */
export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { ...jsonType, ...headers }, body: JSON.stringify(value) }
}

/** A list that is not paged (`unpagedListOf()`). */
export function jsonList(items: readonly unknown[], status = 200): Reply {
  return json({ items, total_items: items.length }, status)
}

/** The reply to a creation: 201 with `Location` (interface 7.1). */
export function created(
  location: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return json(body, 201, { Location: location, ...headers })
}

/** The reply to an update or a deletion: 204 (interface 7.1). */
export function noContent(headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 204, headers, body: null }
}

export function errorReply(error: ApiError): Reply {
  return json(error.body, error.status, error.headers)
}

/** A reply with its bytes, length and tag, so that it can be cached, sent again, and included in a list. */
export interface CompleteReply extends Reply {
  readonly body: Uint8Array
  readonly etag: string
}

/** Adds the bytes and `Content-Length` to a reply, and a strong `ETag` to a read. A complete reply is returned unchanged. */
export function completeReply(reply: Reply, isRead: boolean): Reply {
  const { status, headers, body } = reply

  if (status === 204 || status === 304 || 'Content-Length' in headers || isStream(body)) return reply
  if (isRead && status === 200 && body !== null && !('ETag' in headers)) return completeRead(reply, body)

  const bytes = body === null ? null : bytesOf(body)

  return { ...reply, headers: { ...headers, 'Content-Length': String(bytes?.length ?? 0) }, body: bytes }
}

/** Completes a read that returns `content`. */
export function completeRead(reply: Omit<Reply, 'body'>, content: Content): CompleteReply {
  const body = bytesOf(content)
  const etag = tagOf(body, reply.recordHash)

  return {
    ...reply,
    headers: { ...reply.headers, 'Content-Length': String(body.length), ETag: etag },
    body,
    etag,
  }
}

/** The reply to a conditional read: 304 without a body when the client has the current version. */
export function notModifiedIfMatched(reply: Reply, ifNoneMatch: string | undefined): Reply {
  const etag = reply.headers.ETag

  if (!ifNoneMatch || !etag || ![200, 206].includes(reply.status) || !isNamedByIfNoneMatch(ifNoneMatch, etag))
    return reply

  return { status: 304, headers: { ETag: etag }, body: null }
}

/** The reply to an unexpected error, with an id that is also in the log. */
export function unexpectedReply(error: unknown, { method, path }: { method: string; path: string }): Reply {
  const id = globalThis.crypto.getRandomValues(new Uint32Array(1))[0]?.toString(16).padStart(8, '0')
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)

  console.error(`entity-sandbox: ${method} ${path} failed, error ${id}\n${stack}`)

  return json(
    {
      Message: `Internal error in the sandbox. See its log for error ${id}.`,
      ExceptionMessage: messageOf(error),
      ErrorId: id,
    },
    500,
  )
}

/** The headers that the service reads or sets in a finished reply, as it spells them. */
const spellings = new Map(
  [
    'Access-Control-Allow-Credentials',
    'Access-Control-Allow-Origin',
    'Access-Control-Expose-Headers',
    'Content-Security-Policy',
    'Content-Type',
    'Date',
    'ETag',
    'Location',
    'Vary',
    'X-Sandbox-Expired',
    'X-Sandbox-Warning',
  ].map((name) => [name.toLowerCase(), name]),
)

/** Headers of a fault or of a user's handler in the service's spelling, so that it finds them and sends none twice. */
export function respelled(headers: Iterable<readonly [name: string, value: string]>): Record<string, string> {
  return Object.fromEntries(
    Array.from(headers, ([name, value]) => [spellings.get(name.toLowerCase()) ?? name, value]),
  )
}

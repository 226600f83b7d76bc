import { ChunkQueue } from './chunk-queue.ts'
import type { Reply } from './reply.ts'

/** One server-sent event. */
export interface ServerSentEvent {
  /** Reconnecting clients send it as `Last-Event-ID`. */
  readonly id?: number
  /** Default `message`. */
  readonly event?: string
  readonly data: unknown
}

/** What a stream of events follows. */
interface Followed {
  /** The event after those that it returned before; undefined while there is none. */
  next(): ServerSentEvent | undefined
  /** Calls `listener` when there may be one; returns a function that removes it. */
  onChange(listener: () => void): () => void
}

/**
 * Returns an endless stream of events (`text/event-stream`). An event is made when the reader waits for it: what a slow
 * reader has not read takes no memory.
 */
export function eventStream(followed: Followed): Reply {
  const send = () => {
    const event = followed.next()

    if (event) chunks.add(format(event))
  }
  const chunks = new ChunkQueue(send)

  // Sent immediately, so that the headers are sent too.
  chunks.add('retry: 1000\n\n')
  chunks.onEnd(
    followed.onChange(() => {
      if (chunks.isAwaited) send()
    }),
  )

  return {
    status: 200,
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache' },
    body: chunks,
  }
}

function format({ id, event, data }: ServerSentEvent): string {
  return [
    ...(id === undefined ? [] : [`id: ${id}\n`]),
    ...(event === undefined ? [] : [`event: ${event}\n`]),
    `data: ${JSON.stringify(data)}\n\n`,
  ].join('')
}

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

type SendEvent = (event: ServerSentEvent) => void

/**
 * Returns an endless stream of events (`text/event-stream`).
 *
 * @param subscribe called with the function that sends an event; returns a function that ends the subscription
 */
export function eventStream(subscribe: (send: SendEvent) => () => void): Reply {
  const chunks = new ChunkQueue()

  // Sent immediately, so that the headers are sent too.
  chunks.add('retry: 1000\n\n')
  chunks.onEnd(subscribe((event) => chunks.add(format(event))))

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

import { PartQueue } from './part-queue.ts'
import type { Reply } from './reply.ts'

/** One server-sent event. */
export interface ServerSentEvent {
  /** A reconnecting client sends it as `Last-Event-ID`. */
  readonly id?: number
  /** `message` if omitted. */
  readonly event?: string
  readonly data: unknown
}

export type SendEvent = (event: ServerSentEvent) => void

/**
 * Returns an endless stream of events (`text/event-stream`).
 *
 * @param subscribe called with the function that sends an event; returns the one that stops
 */
export function eventStream(subscribe: (send: SendEvent) => () => void): Reply {
  const parts = new PartQueue()

  // The first part comes at once, so that the headers are sent.
  parts.add('retry: 1000\n\n')
  parts.whenEnded(subscribe((event) => parts.add(format(event))))

  return {
    status: 200,
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache' },
    body: parts,
  }
}

function format({ id, event, data }: ServerSentEvent): string {
  return [
    ...(id === undefined ? [] : [`id: ${id}\n`]),
    ...(event === undefined ? [] : [`event: ${event}\n`]),
    `data: ${JSON.stringify(data)}\n\n`,
  ].join('')
}

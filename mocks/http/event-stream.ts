import type { Reply } from './reply.ts'

/** One server-sent event. */
export interface ServerSentEvent {
  /** What a client that was cut off sends back as `Last-Event-ID`. */
  readonly id?: number
  /** `message` when left out. */
  readonly event?: string
  readonly data: unknown
}

export type SendEvent = (event: ServerSentEvent) => void

/** A client that reads slower than this many events come is cut off; it may come back for what it missed. */
const backlog = 10_000

/**
 * Answers an endless stream of events (`text/event-stream`).
 *
 * @param follow called with the function that sends an event; gives the one that stops
 */
export function eventStream(follow: (send: SendEvent) => () => void): Reply {
  return {
    status: 200,
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache' },
    body: new EventStream(follow),
  }
}

/**
 * The parts of a stream of events. Not a generator: one that waits for its next event can't be stopped before
 * that event comes.
 */
class EventStream implements AsyncIterableIterator<string> {
  // The first part comes at once, so that the headers are sent.
  readonly #waiting: string[] = ['retry: 1000\n\n']
  readonly #stop: () => void
  #hasEnded = false
  #resume: ((result: IteratorResult<string>) => void) | undefined

  constructor(follow: (send: SendEvent) => () => void) {
    this.#stop = follow((event) => this.#add(format(event)))
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<string>> {
    const value = this.#waiting.shift()

    if (value !== undefined) return Promise.resolve({ done: false, value })
    if (this.#hasEnded) return Promise.resolve(ended)

    return new Promise((resolve) => {
      this.#resume = resolve
    })
  }

  return(): Promise<IteratorResult<string>> {
    this.#waiting.length = 0
    this.#end()

    return Promise.resolve(ended)
  }

  #add(part: string): void {
    if (this.#hasEnded) return

    const resume = this.#resume

    this.#resume = undefined
    if (resume) resume({ done: false, value: part })
    else if (this.#waiting.push(part) > backlog) this.#end()
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#stop()
    this.#resume?.(ended)
  }
}

const ended: IteratorResult<string> = { done: true, value: undefined }

function format({ id, event, data }: ServerSentEvent): string {
  return [
    ...(id === undefined ? [] : [`id: ${id}\n`]),
    ...(event === undefined ? [] : [`event: ${event}\n`]),
    `data: ${JSON.stringify(data)}\n\n`,
  ].join('')
}

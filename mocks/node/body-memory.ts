import type { IncomingMessage } from 'node:http'

/** Limits the total size of the request bodies in memory. */
export class BodyMemory {
  readonly #limit: number
  readonly #sizes = new Map<IncomingMessage, number>()
  #held = 0

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Reserves bytes for a request's body until `release()`; false when they exceed the limit. */
  take(request: IncomingMessage, size: number): boolean {
    if (this.#held + size > this.#limit) return false

    this.#held += size
    this.#sizes.set(request, (this.#sizes.get(request) ?? 0) + size)

    return true
  }

  release(request: IncomingMessage): void {
    this.#held -= this.#sizes.get(request) ?? 0
    this.#sizes.delete(request)
  }
}

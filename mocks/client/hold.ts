/// <reference lib="esnext.disposable" preserve="true" />
import type { Client } from './client.ts'
import { rejectUnknownOptions } from '../data/model/shared/suggestion.ts'
import type { Json } from '../data/model/shared/json.ts'
import type { Fault } from './operations.ts'

/** A request that waits for its release. */
export type HeldRequest = NonNullable<Fault['held']>[number]

/** How often to look for a request, in milliseconds. */
const interval = 20

/** The requests that a fault holds until they are released. */
export class Hold implements AsyncDisposable {
  readonly #client: Client
  readonly #path: { readonly id: string }

  /** @param id of the fault */
  constructor(client: Client, id: string) {
    this.#client = client
    this.#path = { id }
  }

  /**
   * The first request that waits; waits for it.
   *
   * @param options how long, in milliseconds; default 5,000
   *
   * @throws when none comes
   */
  async request({ timeout = 5000, ...others }: { timeout?: number } = {}): Promise<HeldRequest> {
    rejectUnknownOptions(others, ['timeout'], 'wait for a request')
    for (const end = Date.now() + timeout; ; await new Promise((resolve) => setTimeout(resolve, interval))) {
      const { held = [], match } = (await this.#client.GET('/__sandbox/faults/{id}', { path: this.#path }))
        .data
      const [first] = held

      if (first) return first
      if (Date.now() >= end) {
        const { method = 'any method', path = 'any path' } = match ?? {}
        // What can't be told, because requests were evicted, is left out.
        const verdict = await this.#client
          .POST('/__sandbox/journal/verify', { body: match ?? {} })
          .catch(() => undefined)
        const nearest = verdict?.data.nearest
        const other = nearest && ` The nearest was ${nearest.method} ${nearest.path} -> ${nearest.status}.`

        throw new Error(`No request was held within ${timeout} ms: ${method} ${path}.${other ?? ''}`)
      }
    }
  }

  /**
   * Releases all that wait, and holds no further ones.
   *
   * @param response instead of the sandbox's own, or a part of it: its status, its body
   */
  async release(response: { status?: number; body?: Json } = {}): Promise<void> {
    await this.#client.POST('/__sandbox/faults/{id}/release', { path: this.#path, body: response })
    await this.#client.DELETE('/__sandbox/faults/{id}', { path: this.#path })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release()
  }
}

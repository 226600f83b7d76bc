import { z } from 'zod'
import { Json } from '../../data/model/shared/json.ts'
import type { RuntimeState } from '../state/sandbox-state.ts'
import type { RequestFacts } from './request-pattern.ts'

/** How a request that was held goes on: as if nothing had held it, or with another status or body. */
export const Release = z.strictObject({
  status: z.int().min(200).max(599).optional(),
  body: Json.optional(),
})
export type Release = Readonly<z.infer<typeof Release>>

/** A request that waits for its release. */
export interface HeldRequest {
  /** The id of the fault that holds it. */
  readonly fault: string
  readonly request: Pick<RequestFacts, 'method' | 'path' | 'search' | 'user'>
  /** When it was received, on the sandbox's clock: milliseconds since 1970. */
  readonly time: number
}

interface Waiting extends HeldRequest {
  readonly end: (release?: Release) => void
}

/** Each takes memory; further ones are not held but cut. */
const limit = 1000

/** The requests that faults hold back. */
export class HeldRequests {
  readonly #waiting = new Set<Waiting>()

  /**
   * Waits until a request is released; undefined when its connection is to be closed.
   *
   * @param onClose registers a callback for when the client disconnects
   */
  wait(held: HeldRequest, onClose?: (listener: () => void) => void): Promise<Release | undefined> {
    if (this.#waiting.size >= limit) return Promise.resolve(undefined)

    return new Promise((resolve) => {
      const waiting: Waiting = {
        ...held,
        end: (release) => {
          this.#waiting.delete(waiting)
          resolve(release)
        },
      }

      this.#waiting.add(waiting)
      onClose?.(() => waiting.end())
    })
  }

  /** The requests that a fault holds, the first one first. */
  of(fault: string): HeldRequest[] {
    return [...this.#waiting].filter((held) => held.fault === fault)
  }

  /** Releases the requests of some faults, and returns how many there were. */
  release(isReleased: (fault: string) => boolean, release: Release = {}): number {
    const released = [...this.#waiting].filter(({ fault }) => isReleased(fault))

    for (const { end } of released) end(release)

    return released.length
  }

  /** Releases the requests of faults that were removed. */
  keepOnly(faults: RuntimeState['tables']['faults']): void {
    if (this.#waiting.size > 0) this.release((fault) => !faults.find('id', fault))
  }

  /** Closes the connections of all, when the sandbox ends. */
  close(): void {
    for (const { end } of this.#waiting) end()
  }
}

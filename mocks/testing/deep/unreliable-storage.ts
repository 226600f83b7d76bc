import type { LogStorage } from '../../sandbox/persistence/log-storage.ts'
import { MemoryStorage, withLogs } from '../memory-storage.ts'

/** One write of a storage. */
export interface Write {
  /** Macrotasks before it is stored, and before it is confirmed. */
  readonly before: number
  readonly after: number
  readonly fails: boolean
}

/** A storage that is slow and fails occasionally. Its writes take effect in their order. */
export class UnreliableStorage {
  readonly storage: LogStorage
  /** Whether writes fail no more. */
  isReliable = false
  readonly #memory = new MemoryStorage()
  readonly #writes: readonly Write[]
  readonly #copies = new Map<number, MemoryStorage>()
  #begun = 0
  #stored = 0

  /** @param writes how writes behave, in turn, again and again */
  constructor(writes: readonly Write[]) {
    this.#writes = writes
    this.storage = withLogs(this.#memory, (log) => {
      let last: Promise<unknown> = Promise.resolve()
      const inTurn = (write: () => Promise<void>) => {
        const result = last.then(() => this.#write(write))

        last = result.catch(() => undefined) // its caller's to handle

        return result
      }

      return {
        put: (items) => inTurn(() => log.put(items)),
        remove: (part, from, to) => inTurn(() => log.remove(part, from, to)),
      }
    })
  }

  /** Keeps what is stored now. Returns its number, which is the same until more is stored. */
  keep(): number {
    if (!this.#copies.has(this.#stored)) this.#copies.set(this.#stored, this.#memory.copy())

    return this.#stored
  }

  /** What was kept, by number. */
  get kept(): ReadonlyMap<number, MemoryStorage> {
    return this.#copies
  }

  async #write(write: () => Promise<void>): Promise<void> {
    const conditions = this.#writes[this.#begun++ % this.#writes.length]

    await macrotasks(conditions?.before ?? 0)
    if (conditions?.fails && !this.isReliable) throw new Error('there is no room')
    await write()
    this.#stored += 1
    await macrotasks(conditions?.after ?? 0)
  }
}

export async function macrotasks(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

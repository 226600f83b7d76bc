interface Waiting<T> {
  readonly item: T
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Writes items in order. Those added during a write are written together afterwards. */
export class WriteQueue<T> {
  readonly #write: (items: readonly T[]) => Promise<void>
  #waiting: Waiting<T>[] = []
  #running: Promise<void> | undefined

  constructor(write: (items: readonly T[]) => Promise<void>) {
    this.#write = write
  }

  /** Resolves when the item is written. Rejects when it, or another one of its batch, can't be. */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when the queue is empty. */
  async drained(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting

      this.#waiting = []
      try {
        await this.#write(group.map(({ item }) => item))
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#running = undefined
  }
}

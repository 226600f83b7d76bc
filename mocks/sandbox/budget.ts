/** Who holds something, and lets go of it when there is no room. */
export interface Holder<T> {
  drop(item: T): void
}

/** What sandboxes that began as one hold together: the oldest item of any of them makes room. */
export class Budget<T extends { readonly size: number }> {
  readonly #limit: number
  /** The oldest first. */
  readonly #holders = new Map<T, { readonly holder: Holder<T>; readonly size: number }>()
  #held = 0

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit
  }

  hold(item: T, holder: Holder<T>): void {
    const { size } = item

    this.#holders.set(item, { holder, size })
    this.#held += size

    for (const [oldest, held] of this.#holders) {
      if (this.#held <= this.#limit) break
      held.holder.drop(oldest)
      this.release(oldest)
    }
  }

  release(item: T): void {
    this.#held -= this.#holders.get(item)?.size ?? 0
    this.#holders.delete(item)
  }
}

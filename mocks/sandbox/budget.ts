/** Holds items that count towards a budget. */
export interface BudgetOwner<T> {
  /** Removes an item, because the budget is exceeded. */
  evict(item: T): void
}

/** A memory limit that a sandbox and its forks share; beyond it, the oldest items of any of them are evicted. */
export class Budget<T extends { readonly size: number }> {
  readonly #limit: number
  /** The oldest first. */
  readonly #items = new Map<T, { readonly owner: BudgetOwner<T>; readonly size: number }>()
  #total = 0

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit
  }

  add(item: T, owner: BudgetOwner<T>): void {
    const { size } = item

    this.#items.set(item, { owner, size })
    this.#total += size

    for (const [oldest, { owner: itsOwner }] of this.#items) {
      if (this.#total <= this.#limit) break
      itsOwner.evict(oldest)
      this.release(oldest)
    }
  }

  release(item: T): void {
    this.#total -= this.#items.get(item)?.size ?? 0
    this.#items.delete(item)
  }
}

import { ApiError } from '../data/model/shared/errors.ts'
import { forgetKept } from '../data/model/shared/maps.ts'

interface Sized {
  /** In bytes, about. */
  readonly size: number
}

/** Keeps items that count towards a budget. */
export interface BudgetOwner<T> {
  /** Removes an item, because its memory is needed. */
  evict(item: T): void
}

/**
 * The limit of what a sandbox, its forks and their service keep besides the data: journals, changes to undo, cached
 * replies and documents. Beyond it the oldest items are evicted, whatever they are.
 */
export class Budget {
  /** In bytes. */
  readonly limit: number
  /** Whether the memory of the process is nearly full, where a door can tell. */
  isMemoryFull: () => boolean = () => false
  /** The oldest first. */
  readonly #items = new Map<Sized, { readonly evict: () => void; readonly size: number }>()
  #total = 0

  constructor(limit = 256 * 2 ** 20) {
    this.limit = limit
  }

  add<T extends Sized>(item: T, owner: BudgetOwner<T>): void {
    const { size } = item

    this.#items.set(item, { evict: () => owner.evict(item), size })
    this.#total += size
    this.#evictDownTo(this.limit)
  }

  release(item: Sized): void {
    this.#total -= this.#items.get(item)?.size ?? 0
    this.#items.delete(item)
  }

  /**
   * Checks that there is memory for more data. If it is nearly full, everything that is kept besides them is evicted first.
   *
   * @throws {ApiError} 507
   */
  checkMemory(): void {
    if (!this.isMemoryFull()) return
    this.#evictDownTo(0)
    forgetKept()
    if (this.isMemoryFull()) {
      throw new ApiError(
        507,
        'The memory is nearly full. Nothing was changed. Delete entities or sandboxes, or reset them.',
      )
    }
  }

  #evictDownTo(limit: number): void {
    for (const [oldest, { evict }] of this.#items) {
      if (this.#total <= limit) break
      evict()
      this.release(oldest)
    }
  }
}

interface CacheEntry<Key, Value> extends Sized {
  readonly key: Key
  readonly value: Value
}

/** A cache within a budget. */
export class Cache<Key, Value> implements BudgetOwner<CacheEntry<Key, Value>> {
  readonly #budget: Budget
  readonly #entries = new Map<Key, CacheEntry<Key, Value>>()

  constructor(budget: Budget) {
    this.#budget = budget
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)?.value
  }

  /** Caches a value, unless it is so large that it would displace most of what is kept. */
  set(key: Key, value: Value, size: number): void {
    const known = this.#entries.get(key)

    if (known) this.#budget.release(known)
    this.#entries.delete(key)
    if (size > this.#budget.limit / 8) return

    const entry = { key, value, size }

    this.#entries.set(key, entry)
    this.#budget.add(entry, this)
  }

  clear(): void {
    for (const entry of this.#entries.values()) this.#budget.release(entry)
    this.#entries.clear()
  }

  evict({ key }: CacheEntry<Key, Value>): void {
    this.#entries.delete(key)
  }
}

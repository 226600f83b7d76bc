import { isBytes } from '../data/model/shared/bytes.ts'
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

/** A queue from which items can be removed anywhere. */
class Queue<Item, Value> extends Map<Item, Value> {
  /** Kept, since a new iterator would pass what was removed from a map before. */
  #rest: MapIterator<[Item, Value]> | undefined
  #added = 0

  override set(item: Item, value: Value): this {
    // An iterator that is not advanced retains all that the map has contained since.
    if (++this.#added > this.size) this.#rest = undefined

    return super.set(item, value)
  }

  takeOldest(): Value | undefined {
    let next = this.#rest?.next()

    if (!next || next.done) {
      this.#rest = this.entries()
      next = this.#rest.next()
    }
    this.#added = 0
    if (next.done) return undefined

    const [item, value] = next.value

    this.delete(item)

    return value
  }
}

interface Kept {
  readonly evict: () => void
  readonly size: number
}

/**
 * The limit of what a sandbox, its forks and their service keep besides the data: journals, changes to undo, cached
 * replies and documents. Beyond it the oldest are evicted: first those of caches, which can be made again.
 */
export class Budget {
  /** In bytes. */
  limit: number
  /** Whether the process's memory, not this budget, stays nearly full after freeing what can be made again; a door sets it. */
  isFullAfterFreeing: () => boolean = () => false
  readonly #cached = new Queue<Sized, Kept>()
  readonly #recorded = new Queue<Sized, Kept>()
  #total = 0

  constructor(limit = 256 * 2 ** 20) {
    this.limit = limit
  }

  add<T extends Sized>(item: T, owner: BudgetOwner<T>): void {
    const { size } = item
    const queue = owner instanceof BudgetedCache ? this.#cached : this.#recorded

    queue.set(item, { evict: () => owner.evict(item), size })
    this.#total += size
    this.#evictDownTo(this.limit)
  }

  release(item: Sized): void {
    for (const queue of [this.#cached, this.#recorded]) {
      this.#total -= queue.get(item)?.size ?? 0
      queue.delete(item)
    }
  }

  /** Evicts everything, to free memory. */
  clear(): void {
    this.#evictDownTo(0)
    forgetKept()
  }

  /** @throws {ApiError} 507 when there is no memory for more data */
  checkProcessMemory(): void {
    if (this.isFullAfterFreeing()) {
      throw new ApiError(
        507,
        'The memory is nearly full. Nothing was changed. Delete entities, snapshots or sandboxes, or reset them.',
      )
    }
  }

  #evictDownTo(limit: number): void {
    while (this.#total > limit) {
      const oldest = this.#cached.takeOldest() ?? this.#recorded.takeOldest()

      this.#total -= oldest?.size ?? this.#total
      oldest?.evict()
    }
  }
}

interface CacheEntry<Key, Value> extends Sized {
  readonly key: Key
  readonly value: Value
}

export class BudgetedCache<Key, Value> implements BudgetOwner<CacheEntry<Key, Value>> {
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

/** About how many bytes a value takes in memory, without the parts that its replacement, if there is one, shares. */
export function sizeOfValue(before: unknown, after?: unknown): number {
  // Equal strings may be separate copies, which matters only for long ones.
  if (typeof before === 'string') return before === after && before.length < 1000 ? 0 : before.length
  if (before === after) return 0
  if (!hasMembers(before)) return 8
  if (isBytes(before)) return before.length
  // Lists of ids, some of which are very long.
  if (Array.isArray(before) && typeof before[0] === 'number') return 8 * before.length
  let size = 0

  for (const name in before)
    size += 8 + sizeOfValue(before[name], hasMembers(after) ? after[name] : undefined)

  return size
}

function hasMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

import type { JournalEntry } from './journal-entry.ts'

/** Who holds an entry, and lets go of it when there is no room. */
export interface Holder {
  drop(entry: JournalEntry): void
}

/** What the journals of sandboxes that began as one hold together: the oldest entry of any of them makes room. */
export class JournalBudget {
  readonly #limit: number
  /** The oldest first. */
  readonly #holders = new Map<JournalEntry, { readonly holder: Holder; readonly size: number }>()
  #held = 0

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit
  }

  hold(entry: JournalEntry, holder: Holder): void {
    const { size } = entry

    this.#holders.set(entry, { holder, size })
    this.#held += size

    for (const [oldest, held] of this.#holders) {
      if (this.#held <= this.#limit) break
      held.holder.drop(oldest)
      this.release(oldest)
    }
  }

  release(entry: JournalEntry): void {
    this.#held -= this.#holders.get(entry)?.size ?? 0
    this.#holders.delete(entry)
  }
}

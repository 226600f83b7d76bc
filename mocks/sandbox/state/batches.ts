/** States of a sandbox that are stored together. */
interface Batch<S, C> {
  /** The latest of them. */
  state: S
  readonly changes: C[]
  /** Resolves when it is stored. */
  readonly stored: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** What stores states, and is told the outcome. */
interface Storing<S, C> {
  store(state: S): Promise<void>
  /** A state was stored, and those before it, with the changes that led to it. */
  onStored(state: S, changes: readonly C[]): void
  /** A state could not be stored: neither it nor a later one exists. */
  onFailed(): void
}

/** Stores states one after the other. Those that arrive meanwhile become one batch, whose latest is stored. */
export class Batches<S, C> {
  readonly #storing: Storing<S, C>
  #inProgress: Batch<S, C> | undefined
  #next: Batch<S, C> | undefined

  constructor(storing: Storing<S, C>) {
    this.#storing = storing
  }

  /** The changes that are not stored yet. */
  get changes(): readonly C[] {
    return [...(this.#inProgress?.changes ?? []), ...(this.#next?.changes ?? [])]
  }

  /** Resolves when everything so far is stored; undefined if it is. Rejects when it can't be. */
  get stored(): Promise<void> | undefined {
    return (this.#next ?? this.#inProgress)?.stored
  }

  add(state: S, change: C | undefined): void {
    this.#next ??= newBatch(state)
    this.#next.state = state
    if (change) this.#next.changes.push(change)
    if (!this.#inProgress) void this.#storeNext()
  }

  async #storeNext(): Promise<void> {
    for (let batch = this.#next; batch; batch = this.#next) {
      this.#inProgress = batch
      this.#next = undefined
      try {
        await this.#storing.store(batch.state)
        this.#storing.onStored(batch.state, batch.changes)
        batch.resolve()
      } catch (error) {
        batch.reject(error)
        this.#rejectNext(error)
        this.#storing.onFailed()
      }
    }
    this.#inProgress = undefined
  }

  #rejectNext(error: unknown): void {
    this.#next?.reject(error)
    this.#next = undefined
  }
}

function newBatch<S, C>(state: S): Batch<S, C> {
  let settle: Pick<Batch<S, C>, 'resolve' | 'reject'> | undefined
  const stored = new Promise<void>((resolve, reject) => (settle = { resolve, reject }))

  stored.catch(() => undefined) // for those who wait for it
  if (!settle) throw new TypeError('A promise has not called its executor.')

  return { state, changes: [], stored, ...settle }
}

import { ChangeSet } from './change-set.ts'
import { SerialQueue } from './serial-queue.ts'
import type { Draft, Specs, State, Tables } from './state.ts'
import { Table } from './table.ts'
import { Transaction } from './transaction.ts'

export type ChangeListener<S extends Specs> = (change: ChangeSet<S>) => void

/**
 * Data in tables, changed a whole change at a time: readers see all of it or nothing, and one that throws leaves
 * nothing behind. Transactions are serialized, since `@msw/data` writes are asynchronous.
 */
export class Store<const S extends Specs> {
  readonly #specs: S
  readonly #listeners = new Set<ChangeListener<S>>()
  #state: State<S>
  readonly #queue = new SerialQueue()

  constructor(specs: S, state: State<S> = emptyState(specs)) {
    this.#specs = specs
    this.#state = state
  }

  get state(): State<S> {
    return this.#state
  }

  get tables(): Tables<S> {
    return this.#state.tables
  }

  /**
   * Runs `work` when the transactions before it are done, publishes what it wrote in one step, and resolves to its
   * result. Nothing is published when it throws.
   *
   * @param by name of the user who asks for it
   */
  transact<R>(work: (transaction: Transaction<S>) => R | Promise<R>, by?: string): Promise<R> {
    return this.#queue.run(async () => {
      const before = this.#state
      const transaction = new Transaction(this.#specs, before)
      const result = await work(transaction)

      if (transaction.wasUsed)
        this.#publish(new ChangeSet(before, transaction.state, { kind: transaction.kind, by }))

      return result
    })
  }

  /** A transaction of one rule. */
  change<R>(rule: (draft: Draft<S>) => R | Promise<R>, by?: string): Promise<R> {
    return this.transact((transaction) => transaction.change(rule), by)
  }

  /** A store of its own with the same content; takes constant time, whatever the size. */
  fork(): Store<S> {
    return this.at(this.#state)
  }

  /** A store of its own with the given state. */
  at(state: State<S>): Store<S> {
    return new Store(this.#specs, state)
  }

  /** Calls back after every change. Returns the function that stops it. */
  onChange(listener: ChangeListener<S>): () => void {
    this.#listeners.add(listener)

    return () => this.#listeners.delete(listener)
  }

  #publish(change: ChangeSet<S>): void {
    this.#state = change.after
    for (const listener of this.#listeners) listener(change)
  }
}

function emptyState<S extends Specs>(specs: S): State<S> {
  const tables = Object.entries(specs).map(([name, spec]) => [name, new Table(spec)])

  return { tables: Object.fromEntries(tables) as Tables<S>, sequences: new Map() } // a table for each spec
}

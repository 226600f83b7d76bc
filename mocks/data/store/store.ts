import { ChangeSet } from './change-set.ts'
import { SerialQueue } from './serial-queue.ts'
import type { Draft, Specs, State, Tables } from './state.ts'
import { Table } from './table.ts'
import { Transaction } from './transaction.ts'

type ChangeListener<S extends Specs> = (change: ChangeSet<S>) => void

/**
 * Data in tables. Changes are atomic: readers see all of a change or nothing, and one that throws has no effect.
 * Transactions are serialized, since `@msw/data` writes are asynchronous.
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
   * Runs `work` after the transactions before it, publishes its writes in one step, and resolves to its result.
   * Nothing is published when it throws.
   *
   * @param by name of the requesting user
   */
  transact<R>(work: (transaction: Transaction<S>) => R | Promise<R>, by?: string): Promise<R> {
    return this.#queue.run(async () => {
      const before = this.#state
      const transaction = new Transaction(before)
      const result = await work(transaction)

      if (transaction.wasUsed)
        this.#publish(new ChangeSet(before, transaction.state, { kind: transaction.kind, by }))

      return result
    })
  }

  /** Runs a transaction of a single rule. */
  change<R>(rule: (draft: Draft<S>) => R | Promise<R>, by?: string): Promise<R> {
    return this.transact((transaction) => transaction.change(rule), by)
  }

  /** Returns an independent store with the same content, in constant time. */
  fork(): Store<S> {
    return this.at(this.#state)
  }

  /** Returns an independent store with the given state. */
  at(state: State<S>): Store<S> {
    return new Store(this.#specs, state)
  }

  /** Calls `listener` after every change. Returns a function that removes it. */
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

import { ChangeSet } from './change-set.ts'
import type { Draft, Specs, State, Tables } from './state.ts'
import { Table } from './table.ts'
import { Turn } from './turn.ts'

export type ChangeListener<S extends Specs> = (change: ChangeSet<S>) => void

/**
 * Data in tables, changed a whole change at a time: readers see all of it or nothing, and one that throws leaves
 * nothing behind. Changes take turns, since `@msw/data` writes are asynchronous.
 */
export class Store<const S extends Specs> {
  readonly #specs: S
  readonly #listeners = new Set<ChangeListener<S>>()
  #state: State<S>
  #lastTurn: Promise<unknown> = Promise.resolve()

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
   * Runs `work` when the changes before it are done, and publishes what it wrote, in one step, before resolving to what
   * it gave. Nothing is published when it throws.
   *
   * @param by name of the user who asks for it
   */
  turn<R>(work: (turn: Turn<S>) => R | Promise<R>, by?: string): Promise<R> {
    return this.#inTurn(async () => {
      const before = this.#state
      const turn = new Turn(this.#specs, before)
      const result = await work(turn)

      if (turn.wasUsed) this.#publish(new ChangeSet(before, turn.state, { kind: turn.kind, by }))

      return result
    })
  }

  /** A turn of one rule. */
  change<R>(rule: (draft: Draft<S>) => R | Promise<R>, by?: string): Promise<R> {
    return this.turn((turn) => turn.change(rule), by)
  }

  /** A store of its own with the same content; takes constant time, whatever the size. */
  fork(): Store<S> {
    return this.at(this.#state)
  }

  /** A store of its own with the same tables as they were, or are elsewhere. */
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

  #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const turn = this.#lastTurn.then(work)

    // A rejected change is its caller's to handle; the next one starts all the same.
    this.#lastTurn = turn.catch(() => undefined)

    return turn
  }
}

function emptyState<S extends Specs>(specs: S): State<S> {
  const tables = Object.entries(specs).map(([name, spec]) => [name, new Table(spec)])

  return { tables: Object.fromEntries(tables) as Tables<S>, sequences: new Map() } // a table for each spec
}

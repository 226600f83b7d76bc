import { ChangeSet, type Origin } from './change-set.ts'
import { Numbers } from './numbers.ts'
import type { Draft, Specs, State, Tables } from './state.ts'
import { Table } from './table.ts'
import { TableDraft } from './table-draft.ts'
import type { TableSpec } from './table-spec.ts'

export type ChangeListener<S extends Specs> = (change: ChangeSet<S>) => void

/**
 * Data in tables, changed a whole change at a time: readers see all of it or nothing, and one that throws leaves
 * nothing behind. Changes take turns, since `@msw/data` writes are asynchronous.
 */
export class Store<const S extends Specs> {
  readonly #specs: S
  readonly #listeners = new Set<ChangeListener<S>>()
  #guard: ChangeListener<S> | undefined
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
   * Runs `rule` on a draft and publishes what it wrote, in one step, before resolving to what it returned.
   * The rule itself is synchronous, so it sees one consistent state.
   */
  change<R>(rule: (draft: Draft<S>) => R, by?: string): Promise<R> {
    return this.#inTurn(async () => {
      const before = this.#state
      const drafts = mapSpecs(this.#specs, (name) => new TableDraft(tableOf(before, name)))
      const numbers = new Numbers(before.sequences)
      const result = rule({ ...drafts, numbers } as unknown as Draft<S>) // built from the same specs

      if (!numbers.wasUsed && Object.values(drafts).every((draft) => draft.changes().length === 0))
        return result

      const committed = await Promise.all(
        Object.entries(drafts).map(async ([name, draft]) => [name, await draft.commit()] as const),
      )
      const after = { tables: Object.fromEntries(committed), sequences: numbers.sequences } as State<S> // same specs

      this.#publish(new ChangeSet(before, after, { kind: 'change', by }))

      return result
    })
  }

  /**
   * Puts another state in place, such as an earlier one, as a change like any other. Takes constant time.
   *
   * @param choose called when the turn has come; nothing happens when it gives nothing
   */
  replace(choose: () => State<S> | undefined, origin: Origin): Promise<void> {
    return this.#inTurn(async () => {
      const after = choose()

      if (after) this.#publish(new ChangeSet(this.#state, after, origin))
    })
  }

  /** A store of its own with the same content; takes constant time, whatever the size. */
  fork(): Store<S> {
    return this.at(this.#state)
  }

  /** A store of its own with the same tables as they were, or are elsewhere. */
  at(state: State<S>): Store<S> {
    return new Store(this.#specs, state)
  }

  /** Calls back before a change is published. By throwing, `guard` refuses the change. */
  guardWith(guard: ChangeListener<S>): void {
    this.#guard = guard
  }

  /** Calls back after every change. Returns the function that stops it. */
  onChange(listener: ChangeListener<S>): () => void {
    this.#listeners.add(listener)

    return () => this.#listeners.delete(listener)
  }

  #publish(change: ChangeSet<S>): void {
    this.#guard?.(change)
    this.#state = change.after
    for (const listener of this.#listeners) listener(change)
  }

  #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const turn = this.#lastTurn.then(work)

    // A refused change is its caller's to handle; the next one starts all the same.
    this.#lastTurn = turn.catch(() => undefined)

    return turn
  }
}

function emptyState<S extends Specs>(specs: S): State<S> {
  return {
    tables: mapSpecs(specs, (_, spec) => new Table(spec)) as unknown as Tables<S>, // a table for each spec
    sequences: new Map(),
  }
}

function mapSpecs<R>(specs: Specs, make: (name: string, spec: TableSpec) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, make(name, spec)]))
}

function tableOf(state: State<Specs>, name: string): Table {
  const table = state.tables[name]

  if (!table) throw new Error(`Failed to change the table "${name}": the store has no such table.`)

  return table
}

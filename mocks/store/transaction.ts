import type { ChangeKind } from './change-set.ts'
import type { Draft, Specs, State, Tables } from './state.ts'
import { Sequences } from './sequences.ts'
import type { Table } from './table.ts'
import { TableDraft } from './table-draft.ts'

/** A series of changes by one caller, published together. Other transactions start after it. */
export class Transaction<S extends Specs> {
  readonly #specs: S
  readonly #before: State<S>
  #state: State<S>
  #kind: ChangeKind = 'change'

  constructor(specs: S, before: State<S>) {
    this.#specs = specs
    this.#before = before
    this.#state = before
  }

  /** The data with the changes so far. */
  get state(): State<S> {
    return this.#state
  }

  get kind(): ChangeKind {
    return this.#kind
  }

  get wasUsed(): boolean {
    return this.#state !== this.#before || this.#kind !== 'change'
  }

  /**
   * Runs `rule` on a draft. An asynchronous rule sees no other changes either, since transactions are serialized.
   *
   * @param areValid whether the records it puts are valid by construction
   */
  async change<R>(rule: (draft: Draft<S>) => R | Promise<R>, areValid = false): Promise<R> {
    const drafts = new Drafts(this.#state)
    const pending = rule(viewOf(this.#specs, drafts))
    const result = pending instanceof Promise ? await pending : pending
    const state = await drafts.commit(areValid)

    if (state) this.#state = state

    return result
  }

  /** Replaces the state, for example with an earlier one, in constant time. */
  replace(state: State<S>, kind: ChangeKind): void {
    this.#state = state
    this.#kind = kind
  }
}

/** A change to the tables of a state. The draft of a table is created on first use, since a rule uses few tables. */
class Drafts<S extends Specs> {
  readonly #state: State<S>
  readonly #drafts = new Map<string, TableDraft>()
  readonly sequences: Sequences

  constructor(state: State<S>) {
    this.#state = state
    this.sequences = new Sequences(state.sequences)
  }

  of(name: string): TableDraft | undefined {
    const existing = this.#drafts.get(name)
    const table: Table | undefined = this.#state.tables[name]

    if (existing || !table) return existing
    const draft = new TableDraft(table)

    this.#drafts.set(name, draft)

    return draft
  }

  /**
   * Returns the next state, or undefined when nothing changed.
   *
   * @param areValid whether all records are valid by construction
   */
  async commit(areValid: boolean): Promise<State<S> | undefined> {
    let next: Record<string, Table> | undefined

    for (const [name, draft] of this.#drafts) {
      if (draft.hasChanges) (next ??= { ...this.#state.tables })[name] = await draft.commit(areValid)
    }
    if (!next && !this.sequences.wasUsed) return undefined

    return {
      tables: next ? (next as unknown as Tables<S>) : this.#state.tables, // the next version of each
      sequences: this.sequences.lastUsed,
    }
  }
}

/** The drafts of a change as rules see them. Subclasses add a getter for each table. */
class DraftView {
  readonly sequences: Sequences
  readonly drafts: Pick<Drafts<Specs>, 'of'>

  constructor(drafts: Pick<Drafts<Specs>, 'of' | 'sequences'>) {
    this.sequences = drafts.sequences
    this.drafts = drafts
  }
}

const viewClasses = new WeakMap<Specs, typeof DraftView>()

/** The drafts of a change, with a member for each table. */
function viewOf<S extends Specs>(specs: S, drafts: Drafts<S>): Draft<S> {
  const View = viewClasses.get(specs) ?? viewClassOf(Object.keys(specs))

  viewClasses.set(specs, View)

  return new View(drafts) as unknown as Draft<S> // the class has a getter for each of the specs
}

function viewClassOf(names: readonly string[]): typeof DraftView {
  const View = class extends DraftView {}

  for (const name of names) {
    Object.defineProperty(View.prototype, name, {
      get(this: DraftView) {
        return this.drafts.of(name)
      },
    })
  }

  return View
}

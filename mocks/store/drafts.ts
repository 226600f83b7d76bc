import { Numbers } from './numbers.ts'
import type { Draft, Specs, State, Tables } from './state.ts'
import type { Table } from './table.ts'
import { TableDraft } from './table-draft.ts'

/** A change to the tables of a state. Each has its draft made when it is first asked for: a rule touches few. */
export class Drafts<S extends Specs> {
  readonly #state: State<S>
  readonly #made = new Map<string, TableDraft>()
  readonly numbers: Numbers

  constructor(state: State<S>) {
    this.#state = state
    this.numbers = new Numbers(state.sequences)
  }

  of(name: string): TableDraft | undefined {
    const known = this.#made.get(name)
    const table: Table | undefined = this.#state.tables[name]

    if (known || !table) return known
    const made = new TableDraft(table)

    this.#made.set(name, made)

    return made
  }

  /**
   * The next state; undefined where nothing was changed.
   *
   * @param areValid whether all records are valid by construction
   */
  async commit(areValid: boolean): Promise<State<S> | undefined> {
    let next: Record<string, Table> | undefined

    for (const [name, draft] of this.#made) {
      if (draft.hasChanges) (next ??= { ...this.#state.tables })[name] = await draft.commit(areValid)
    }
    if (!next && !this.numbers.wasUsed) return undefined

    return {
      tables: next ? (next as unknown as Tables<S>) : this.#state.tables, // the next version of each
      sequences: this.numbers.sequences,
    }
  }
}

type View = new (drafts: unknown) => unknown

const views = new WeakMap<Specs, View>()

/** Drafts as rules see them: a member for each table. */
export function viewOf<S extends Specs>(specs: S, drafts: Drafts<S>): Draft<S> {
  let view = views.get(specs) as (new (drafts: Drafts<S>) => unknown) | undefined // made for these

  if (!view) {
    view = viewFor<S>(Object.keys(specs))
    views.set(specs, view as View) // for these drafts only
  }

  return new view(drafts) as Draft<S> // has a member for each
}

function viewFor<S extends Specs>(names: readonly string[]): new (drafts: Drafts<S>) => unknown {
  class View {
    readonly numbers: Numbers
    readonly drafts: Drafts<S>

    constructor(drafts: Drafts<S>) {
      this.drafts = drafts
      this.numbers = drafts.numbers
    }
  }

  for (const name of names) {
    Object.defineProperty(View.prototype, name, {
      get(this: View) {
        return this.drafts.of(name)
      },
    })
  }

  return View
}

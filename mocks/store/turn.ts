import type { ChangeKind } from './change-set.ts'
import { Numbers } from './numbers.ts'
import type { Draft, Specs, State, Tables } from './state.ts'
import type { Table } from './table.ts'
import { TableDraft } from './table-draft.ts'

/** What one caller does to a store while everyone else waits: seen by nobody before it is over. */
export class Turn<S extends Specs> {
  readonly #before: State<S>
  #state: State<S>
  #kind: ChangeKind = 'change'

  constructor(before: State<S>) {
    this.#before = before
    this.#state = before
  }

  /** The data as this turn has made it so far. */
  get state(): State<S> {
    return this.#state
  }

  /** What it was for. */
  get kind(): ChangeKind {
    return this.#kind
  }

  get wasUsed(): boolean {
    return this.#state !== this.#before || this.#kind !== 'change'
  }

  /** Runs `rule` on a draft. It sees one state, also where it takes its time: changes take turns. */
  async change<R>(rule: (draft: Draft<S>) => R | Promise<R>): Promise<R> {
    const tables: [string, Table][] = Object.entries(this.#state.tables)
    const drafts = tables.map(([name, table]) => [name, new TableDraft(table)] as const)
    const numbers = new Numbers(this.#state.sequences)
    const result = await rule({ ...Object.fromEntries(drafts), numbers } as unknown as Draft<S>) // a draft of each table

    const changed = drafts.filter(([, draft]) => draft.hasChanges)

    if (!numbers.wasUsed && changed.length === 0) return result

    const next: Record<string, Table> = { ...this.#state.tables }

    for (const [name, draft] of changed) next[name] = await draft.commit()

    this.#state = {
      tables: next as unknown as Tables<S>, // the next version of each
      sequences: numbers.sequences,
    }

    return result
  }

  /** Puts another state in place, such as an earlier one. Takes constant time. */
  replace(state: State<S>, kind: ChangeKind): void {
    this.#state = state
    this.#kind = kind
  }
}

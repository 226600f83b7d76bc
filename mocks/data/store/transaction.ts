import type { ChangeKind } from './change-set.ts'
import type { Draft, Specs, State } from './state.ts'
import { Sequences } from './sequences.ts'
import { TableDraft } from './table-draft.ts'

/** A series of changes by one caller, published together. Other transactions start after it. */
export class Transaction<S extends Specs> {
  readonly #before: State<S>
  #state: State<S>
  #kind: ChangeKind = 'change'

  constructor(before: State<S>) {
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
    const { tables, sequences: lastUsed } = this.#state
    const sequences = new Sequences(lastUsed)
    const drafts: Record<string, TableDraft> = {}

    for (const name in tables) drafts[name] = new TableDraft(tables[name])
    const pending = rule({ ...drafts, sequences } as unknown as Draft<S>) // a draft for each table
    const result = pending instanceof Promise ? await pending : pending
    let next = tables

    for (const [name, draft] of Object.entries(drafts)) {
      const hasChanged = !draft.changes().next().done

      if (hasChanged) next = { ...next, [name]: await draft.commit(areValid) }
    }
    if (next !== tables || sequences.lastUsed !== lastUsed) {
      this.#state = { tables: next, sequences: sequences.lastUsed }
    }

    return result
  }

  /** Replaces the state, for example with an earlier one, in constant time. */
  replace(state: State<S>, kind: ChangeKind): void {
    this.#state = state
    this.#kind = kind
  }
}

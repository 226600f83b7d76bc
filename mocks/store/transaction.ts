import type { ChangeKind } from './change-set.ts'
import { Drafts, viewOf } from './drafts.ts'
import type { Draft, Specs, State } from './state.ts'

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

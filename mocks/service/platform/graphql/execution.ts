import type { GraphQLError } from 'graphql'
import type { Links } from '../../http/replies/links.ts'
import { Turns } from '../../../data/model/shared/slices.ts'
import type { CommittedData } from '../../../data/model/data-tables.ts'
import { limitError, type GraphqlLimits } from '../../http/graphql/parse-document.ts'

/** The execution of an operation: the version of the data that it reads, and its time. */
export class Execution {
  readonly data: CommittedData
  readonly links: Links
  /** The sandbox's time. */
  readonly now: string
  readonly #turns = new Turns()
  readonly #limits: GraphqlLimits
  readonly #end: number
  readonly #values = new WeakMap<object, unknown>()
  /** The error that ended it, if it took too long: the rest of the result is worthless. */
  timeError: GraphQLError | undefined

  constructor(data: CommittedData, links: Links, { now, limits }: { now: string; limits: GraphqlLimits }) {
    this.data = data
    this.links = links
    this.now = now
    this.#limits = limits
    this.#end = performance.now() + limits.seconds * 1000
  }

  /** Does a part of the work, after other requests have been handled if it is their turn. */
  inTurn<T>(work: () => T | Promise<T>): T | Promise<T> {
    const turn = this.#turns.take()

    if (!turn) return work()

    return turn.then(() => {
      this.checkTime()

      return work()
    })
  }

  /** The items of a list, each of which waits while other requests are handled. */
  *paced<T>(items: Iterable<T>): Generator<T | Promise<T>> {
    for (const item of items) yield this.inTurn(() => item)
  }

  /** @throws {GraphQLError} when the operation has taken too long */
  checkTime(): void {
    if (performance.now() < this.#end) return

    throw (this.timeError ??= limitError('seconds', `The query takes more than ${this.#limits.seconds} s.`))
  }

  /** What is the same wherever an object occurs in the result: its value, computed once. */
  once<T>(object: object, compute: () => T): T {
    // Each object has values of one type: those of a field, or of an entity.
    const known = this.#values.get(object) as T | undefined
    const value = known ?? compute()

    if (known === undefined) this.#values.set(object, value)

    return value
  }
}

import { getNamedType, type GraphQLError, type GraphQLResolveInfo } from 'graphql'
import type { Links } from '../../http/replies/links.ts'
import { Turns } from '../../../data/model/shared/slices.ts'
import type { CommittedData } from '../../../data/model/data-tables.ts'
import { exceeded, type Measure } from './limits.ts'

interface Operation {
  readonly now: string
  readonly measure: Measure
  /** How many fields its result has without those in lists. */
  readonly fields: number
}

/** The execution of an operation: the version of the data that it reads, and its time. */
export class Execution {
  readonly data: CommittedData
  readonly links: Links
  /** The sandbox's time. */
  readonly now: string
  readonly #turns = new Turns()
  readonly #measure: Measure
  readonly #end: number
  readonly #values = new WeakMap<object, unknown>()
  /** Fields in the result so far. */
  #fields: number
  #tellEnd = (_: GraphQLError) => {}
  /** Resolves when the result is too large or takes too long. What waits for its turn is abandoned. */
  readonly ended = new Promise<GraphQLError>((resolve) => (this.#tellEnd = resolve))

  constructor(data: CommittedData, links: Links, { now, measure, fields }: Operation) {
    this.data = data
    this.links = links
    this.now = now
    this.#measure = measure
    this.#end = performance.now() + measure.limits.seconds * 1000
    this.#fields = fields
  }

  /** Does a part of the work, after other requests have been handled if it is their turn. */
  inTurn<T>(work: () => T | Promise<T>): T | Promise<T> {
    const turn = this.#turns.take()

    if (!turn) return work()

    return turn.then(() => {
      this.check()

      return work()
    })
  }

  /**
   * The items of a list, each of which waits while other requests are handled.
   * @throws {GraphQLError} when the result has too many fields with these items
   */
  *paced<T>(items: readonly T[], { fieldNodes, returnType }: GraphQLResolveInfo): Generator<T | Promise<T>> {
    for (const { selectionSet } of fieldNodes) {
      this.#fields += items.length * this.#measure.of(selectionSet, getNamedType(returnType)).complexity
    }
    this.check()
    for (const item of items) yield this.inTurn(() => item)
  }

  /** @throws {GraphQLError} when the result is too large or takes too long */
  check(): void {
    const { limits } = this.#measure

    const isLarge = this.#fields > limits.complexity

    if (!isLarge && performance.now() < this.#end) return
    const error = exceeded(isLarge ? 'complexity' : 'seconds', limits)

    this.#tellEnd(error)
    this.#turns.abandon()
    throw error
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

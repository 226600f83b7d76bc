import type { FieldNode, GraphQLError } from 'graphql'
import type { Links } from '../../http/replies/links.ts'
import { Turns } from '../../model/shared/slices.ts'
import type { Data } from '../../model/tables.ts'
import { limitError, type GraphqlLimits } from '../../http/graphql/parse-document.ts'

/** The execution of an operation: the version of the data that it reads, and its time. */
export class Execution {
  readonly data: Data
  readonly links: Links
  readonly #now: string
  /** Whether the result depends on the time. */
  isTimed = false
  readonly #turns = new Turns()
  readonly #limits: GraphqlLimits
  readonly #end: number
  readonly #compiled = new WeakMap<readonly FieldNode[], unknown>()
  /** The error that ended it, if it took too long: the rest of the result is worthless. */
  timeError: GraphQLError | undefined

  constructor(data: Data, links: Links, { now, limits }: { now: string; limits: GraphqlLimits }) {
    this.data = data
    this.links = links
    this.#now = now
    this.#limits = limits
    this.#end = performance.now() + limits.seconds * 1000
  }

  /** The sandbox's time. */
  get now(): string {
    this.isTimed = true

    return this.#now
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

  /** What depends on a field's arguments only, and so is the same for all entities that have it in the result. */
  compiled<T>(field: readonly FieldNode[], compile: () => T): T {
    // Each field compiles to one type: its resolver is the only one that asks for it.
    const known = this.#compiled.get(field) as T | undefined
    const compiled = known ?? compile()

    if (known === undefined) this.#compiled.set(field, compiled)

    return compiled
  }
}

import type { Table } from '../../store/table.ts'
import { runSync, inSlices, type Sliced } from '../shared/slices.ts'
import type { Data } from '../tables.ts'

/** A version of the entities; a change in progress has none. */
export type EntityTable = Data['entities'] & Table

/** How a value follows from a version of the entities. */
export interface Derivation<Value> {
  readonly key: string
  readonly entities: EntityTable
  /** The tables besides the entities that the value follows from. */
  readonly sources: readonly object[]
  /** The value, from that of another version with the same sources; undefined where computing it is less work. */
  update(value: Value, from: EntityTable): Value | undefined
  compute(): Sliced<Value>
}

interface CachedVersion<Value> {
  readonly entities: EntityTable
  readonly sources: readonly object[]
  readonly value: Value
}

const maxVersions = 4

/** Values that follow from the entities. A version of them never changes, so what was derived from it holds. */
export class VersionedCache<Value> {
  readonly #maxKeys: number
  /** By the lineage of the entities and by key: keys used last at the end, and of each the latest versions first. */
  readonly #cached = new WeakMap<object, Map<string, readonly CachedVersion<Value>[]>>()
  readonly #inProgress = new WeakMap<object, Map<string, Promise<void>>>()

  /** @param maxKeys that are cached of tables that come from one another */
  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys
  }

  get(derivation: Derivation<Value>): Value {
    return this.#known(derivation) ?? this.#set(derivation, runSync(derivation.compute()))
  }

  /**
   * Computes a value in time slices; one at a time for a key, since it may help with the next version.
   *
   * @returns undefined where `get()` has it soon enough
   */
  prepare(derivation: Derivation<Value>): Promise<void> | undefined {
    if (this.#known(derivation) !== undefined) return undefined

    const { entities, key } = derivation
    const promises = this.#inProgress.get(entities.lineage) ?? new Map<string, Promise<void>>()
    const before = promises.get(key)

    // One that failed fails for its own caller.
    if (before) return before.catch(() => undefined).then(() => this.prepare(derivation))

    const promise = inSlices(derivation.compute())
      .then((value) => void this.#set(derivation, value))
      .finally(() => promises.delete(key))

    this.#inProgress.set(entities.lineage, promises)
    promises.set(key, promise)

    return promise
  }

  /** The value as it is cached, or brought up to date from the latest version. */
  #known(derivation: Derivation<Value>): Value | undefined {
    const versions = this.#versions(derivation)
    const [latest] = versions
    const value =
      versions.find(({ entities }) => entities === derivation.entities)?.value ??
      (latest && derivation.update(latest.value, latest.entities))

    return value === undefined ? undefined : this.#set(derivation, value)
  }

  #versions({ entities, key, sources }: Derivation<Value>): readonly CachedVersion<Value>[] {
    const versions = this.#cached.get(entities.lineage)?.get(key) ?? []

    return versions.filter((one) => hasSources(one, sources))
  }

  #set(derivation: Derivation<Value>, value: Value): Value {
    const { entities, key, sources } = derivation
    const cached = this.#cached.get(entities.lineage) ?? new Map<string, readonly CachedVersion<Value>[]>()
    const others = (cached.get(key) ?? []).filter(
      (one) => one.entities !== entities || !hasSources(one, sources),
    )

    this.#cached.set(entities.lineage, cached)
    cached.delete(key)
    cached.set(key, [{ entities, sources, value }, ...others].slice(0, maxVersions))

    for (const oldest of cached.keys()) {
      if (cached.size <= this.#maxKeys) break
      cached.delete(oldest)
    }

    return value
  }
}

function hasSources({ sources }: CachedVersion<unknown>, wanted: readonly object[]): boolean {
  return sources.every((each, at) => each === wanted[at])
}

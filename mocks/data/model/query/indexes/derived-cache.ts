import { computedOnce, keptUntilFull } from '../../shared/maps.ts'
import { runSync, inSlices, type Sliced } from '../../shared/slices.ts'
import type { CommittedData } from '../../data-tables.ts'

export type EntityTable = CommittedData['entities']

/** How to derive a value from a version of the entities. */
export interface Derivation<Value> {
  readonly key: string
  readonly entities: EntityTable
  /** The other tables that the value is derived from. */
  readonly sources: readonly object[]
  /** Updates the value of another version with the same sources; undefined where computing it is faster. */
  update(value: Value, from: EntityTable): Value | undefined
  compute(): Sliced<Value>
}

type CachedVersion<Value> = Pick<Derivation<Value>, 'entities' | 'sources'> & { readonly value: Value }

const maxVersions = 4
/** From up to this many entities, a value is computed synchronously. */
const maxSynchronous = 250

/** Caches values derived from the entities. A version never changes, so its values stay valid. */
export class DerivedCache<Value> {
  readonly #maxKeys: number
  /** By lineage and key; the most recently used keys last, the latest versions of each first. */
  readonly #cachedOf = keptUntilFull(() =>
    computedOnce((_: object) => new Map<string, readonly CachedVersion<Value>[]>()),
  )
  readonly #inProgressOf = computedOnce((_: object) => new Map<string, Promise<void>>())

  /** @param maxKeys the number of keys cached for each lineage */
  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys
  }

  get(derivation: Derivation<Value>): Value {
    return this.#getOrUpdate(derivation) ?? this.#set(derivation, runSync(derivation.compute()))
  }

  /**
   * Computes a value in time slices; one version of a key at a time, since the next may be updated from it.
   *
   * @returns undefined where `get()` is fast enough: there are few entities, or a version is cached
   */
  prepare(derivation: Derivation<Value>): Promise<void> | undefined {
    if (derivation.entities.size <= maxSynchronous) return undefined
    if (this.#getOrUpdate(derivation) !== undefined) return undefined

    const { entities, key } = derivation
    const inProgress = this.#inProgressOf(entities.lineage)
    const before = inProgress.get(key)

    // A failure is reported only to its own caller.
    if (before) return before.catch(() => undefined).then(() => this.prepare(derivation))

    const promise = inSlices(derivation.compute())
      .then((value) => void this.#set(derivation, value))
      .finally(() => inProgress.delete(key))

    inProgress.set(key, promise)

    return promise
  }

  /** The cached value, or that of the latest version after an update. */
  #getOrUpdate(derivation: Derivation<Value>): Value | undefined {
    const { entities: table, key, sources } = derivation
    const cached = this.#cachedOf()(table.lineage).get(key) ?? []
    const versions = cached.filter((version) => hasSources(version, sources))
    const [latest] = versions
    const value =
      versions.find(({ entities }) => entities === table)?.value ??
      (latest && derivation.update(latest.value, latest.entities))

    return value === undefined ? undefined : this.#set(derivation, value)
  }

  #set(derivation: Derivation<Value>, value: Value): Value {
    const { entities, key, sources } = derivation
    const cached = this.#cachedOf()(entities.lineage)
    const others = (cached.get(key) ?? []).filter(
      (version) => version.entities !== entities || !hasSources(version, sources),
    )

    cached.delete(key)
    cached.set(key, [{ entities, sources, value }, ...others].slice(0, maxVersions))

    for (const oldest of cached.keys()) {
      if (cached.size <= this.#maxKeys) break
      cached.delete(oldest)
    }

    return value
  }
}

function hasSources({ sources }: CachedVersion<unknown>, expected: readonly object[]): boolean {
  return sources.every((source, index) => source === expected[index])
}

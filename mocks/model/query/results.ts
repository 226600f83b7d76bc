import { sortedInPieces } from '../../store/sorted.ts'
import { Table, type TableVersion } from '../../store/table.ts'
import { atOnce, inTurns, type Work } from '../shared/turns.ts'
import type { Data } from '../tables.ts'
import { candidatesFor } from './narrow.ts'
import type { PlainFilter, SortKey } from './filter.ts'
import { predicateOf } from './matches.ts'
import { comparePositions, countBefore, positionOf } from './sorting.ts'

/** The ids of everything a filter finds, in order. */
type Ids = readonly number[]

export interface Question {
  readonly filter: PlainFilter
  readonly sort: readonly SortKey[]
}

interface Result {
  readonly ids: Ids
  /** The definitions it was worked out with: they say what a property's value is. */
  readonly definitions: Data['definitions']
}

/** Results kept for one version of the entities; entities a result is brought up to date for, or made from at once. */
const limits = { results: 16, touched: 1000, atOnce: 1000 }

/** Results by version of the entities table: a version never changes, so they hold for as long as it is there. */
const kept = new WeakMap<object, Map<string, Result>>()

/**
 * The ids of everything a filter finds, in order. Worked out once per version of the data, so that going through
 * the pages does not scan for each of them; after a change, brought up to date from the version before.
 */
export function resultOf(data: Data, question: Question): Ids {
  // A change under way has no version yet.
  if (!(data.entities instanceof Table)) return atOnce(workOut(data, question))

  const key = JSON.stringify(question)
  const known = kept.get(data.entities)?.get(key)
  const ids =
    known?.definitions === data.definitions
      ? known.ids
      : (bringUpToDate(data, question, key) ?? atOnce(workOut(data, question)))

  keep(data, key, ids)

  return ids
}

function keep(data: Data, key: string, ids: Ids): void {
  const results = kept.get(data.entities) ?? new Map<string, Result>()

  kept.set(data.entities, results)
  results.delete(key)
  results.set(key, { ids, definitions: data.definitions })

  for (const oldest of results.keys()) {
    if (results.size <= limits.results) break
    results.delete(oldest)
  }
}

/** Results that are being worked out, by the version of the entities and their questions. */
const underWay = new WeakMap<object, Map<string, Promise<void>>>()

/**
 * Works out a result where that takes long, and lets others have their turn meanwhile.
 *
 * @returns undefined where `resultOf()` has it soon enough
 */
export function resultInTurns(data: Data, question: Question): Promise<void> | undefined {
  const { entities } = data

  if (!(entities instanceof Table) || entities.size <= limits.atOnce) return undefined
  const key = JSON.stringify(question)
  const known = kept.get(entities)?.get(key)
  const ids = known?.definitions === data.definitions ? known.ids : bringUpToDate(data, question, key)

  if (ids) return undefined
  const promises = underWay.get(entities) ?? new Map<string, Promise<void>>()
  const promise =
    promises.get(key) ??
    inTurns(workOut(data, question))
      .then((found) => keep(data, key, found))
      .finally(() => promises.delete(key))

  underWay.set(entities, promises)
  promises.set(key, promise)

  return promise
}

function* workOut(data: Data, { filter, sort }: Question): Work<Ids> {
  const candidates = candidatesFor(data, filter)
  const holds = candidates.isExact ? () => true : predicateOf(data, filter)
  const found = []

  for (const id of candidates.keys) {
    const entity = data.entities.get(id)

    if (entity && holds(entity)) found.push(positionOf(data, sort, entity))
    yield
  }

  const inOrder =
    sort.length > 0 ? yield* sortedInPieces(found, (a, b) => comparePositions(sort, a, b)) : found

  return inOrder.map(({ id }) => id)
}

/** Takes the result of an earlier version and puts the entities that changed since in their place. */
function bringUpToDate(data: Data, question: Question, key: string): Ids | undefined {
  const touched = new Set<number>()
  let version: TableVersion<number> | undefined = data.entities instanceof Table ? data.entities : undefined

  while (version?.origin && touched.size <= limits.touched) {
    const before = version.origin.before.deref()
    const known = before && kept.get(before)?.get(key)

    for (const id of version.origin.touched) touched.add(id)
    if (known)
      return known.definitions === data.definitions ? replace(data, question, known.ids, touched) : undefined
    version = before
  }

  return undefined
}

function replace(data: Data, { filter, sort }: Question, known: Ids, touched: ReadonlySet<number>): Ids {
  const ids = known.filter((id) => !touched.has(id))
  const holds = predicateOf(data, filter)

  for (const id of touched) {
    const entity = data.entities.get(id)

    if (!entity || !holds(entity)) continue
    const position = positionOf(data, sort, entity)
    const place = countBefore(ids, (other) => {
      const neighbour = data.entities.get(other)

      return (
        neighbour !== undefined && comparePositions(sort, positionOf(data, sort, neighbour), position) < 0
      )
    })

    ids.splice(place, 0, id)
  }

  return ids
}

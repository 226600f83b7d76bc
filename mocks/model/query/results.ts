import { differences } from '../../store/change-set.ts'
import { sortedInPieces } from '../../store/sorted.ts'
import { Table } from '../../store/table.ts'
import { atOnce, inSlices, type Work } from '../shared/slices.ts'
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
  readonly entities: Data['entities']
  readonly ids: Ids
  /** The definitions it was worked out with: they say what a property's value is. */
  readonly definitions: Data['definitions']
}

/**
 * Questions whose results are cached, and versions of the entities that they are cached for; entities a result is brought up
 * to date for, or made from at once.
 */
const limits = { questions: 16, versions: 4, touched: 1000, atOnce: 1000 }

/**
 * Results of tables that come from one another, by question: those asked last at the end, and of each the latest versions
 * first. A version never changes, so its results hold.
 */
const cached = new WeakMap<object, Map<string, readonly Result[]>>()

/**
 * The ids of everything a filter finds, in order. Worked out once per version of the data, so that going through
 * the pages does not scan for each of them; after a change, brought up to date from the version before.
 */
export function resultOf(data: Data, question: Question): Ids {
  // A change under way has no version yet.
  if (!(data.entities instanceof Table)) return atOnce(workOut(data, question))

  const key = JSON.stringify(question)
  const ids = knownIds(data, question, key) ?? atOnce(workOut(data, question))

  keep(data, data.entities.lineage, key, ids)

  return ids
}

function keep(data: Data, lineage: object, key: string, ids: Ids): void {
  const results = cached.get(lineage) ?? new Map<string, readonly Result[]>()
  const { entities, definitions } = data
  const others = results.get(key)?.filter((result) => result.entities !== entities) ?? []

  cached.set(lineage, results)
  results.delete(key)
  results.set(key, [{ entities, ids, definitions }, ...others].slice(0, limits.versions))

  for (const oldest of results.keys()) {
    if (results.size <= limits.questions) break
    results.delete(oldest)
  }
}

/** Results that are being worked out, by the version of the entities and their questions. */
const underWay = new WeakMap<object, Map<string, Promise<void>>>()

/**
 * Computes a large result, and yields to the event loop meanwhile.
 *
 * @returns undefined where `resultOf()` has it soon enough
 */
export function resultInTurns(data: Data, question: Question): Promise<void> | undefined {
  const { entities } = data

  if (!(entities instanceof Table) || entities.size <= limits.atOnce) return undefined
  const key = JSON.stringify(question)
  const ids = knownIds(data, question, key)

  if (ids) {
    keep(data, entities.lineage, key, ids)

    return undefined
  }
  const promises = underWay.get(entities) ?? new Map<string, Promise<void>>()
  const promise =
    promises.get(key) ??
    inSlices(workOut(data, question))
      .then((found) => keep(data, entities.lineage, key, found))
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

/** The result as it is cached, or that of another version with the entities that changed since put in their place. */
function knownIds(data: Data, question: Question, key: string): Ids | undefined {
  const { entities, definitions } = data

  if (!(entities instanceof Table)) return undefined
  const usable =
    cached
      .get(entities.lineage)
      ?.get(key)
      ?.filter((one) => one.definitions === definitions) ?? []
  const known = usable.find((one) => one.entities === entities)
  const [latest] = usable

  if (known || !(latest?.entities instanceof Table)) return known?.ids
  const changes = differences(latest.entities, entities, limits.touched)

  return changes.length > limits.touched
    ? undefined
    : replace(data, question, latest.ids, new Set(changes.map((change) => Number(change.key))))
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

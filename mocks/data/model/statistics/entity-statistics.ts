import { countBefore } from '../query/indexes/key-index.ts'
import { bytesOf } from '../shared/bytes.ts'
import { inSlices, runSync, type Sliced } from '../shared/slices.ts'
import type { Data } from '../data-tables.ts'

interface EntityStatistics {
  /** Ascending creation and last modification times: milliseconds since 1970. */
  readonly created: Float64Array
  readonly modified: Float64Array
  /** References from parents to children. */
  readonly links: number
  /** Bytes of the entities as JSON, estimated from a sample. */
  readonly bytes: number
}

/** The statistics of each version of the data. */
const cache = new WeakMap<object, EntityStatistics>()

export function entityStatistics(data: Data): EntityStatistics {
  const statistics = cache.get(data.entities) ?? runSync(computeStatistics(data))

  cache.set(data.entities, statistics)

  return statistics
}

/** Computes the statistics in time slices, unless they are cached. */
export async function prepareStatistics(data: Data): Promise<void> {
  if (!cache.has(data.entities)) cache.set(data.entities, await inSlices(computeStatistics(data)))
}

/** How many of the ascending numbers are in (from, to]. */
export function countWithin(ascending: Float64Array, from: number, to: number): number {
  return rankOf(ascending, to) - rankOf(ascending, from)
}

/** How many of the ascending numbers are at most `limit`. */
export function rankOf(ascending: Float64Array, limit: number): number {
  return countBefore(ascending, (number) => number <= limit)
}

/** The minimum number of entities whose size is measured, if there are as many. */
const sampleSize = 200

function* computeStatistics(data: Data): Sliced<EntityStatistics> {
  const { size } = data.entities
  const created = new Float64Array(size)
  const modified = new Float64Array(size)
  const step = Math.max(1, Math.floor(size / sampleSize))
  let [index, links, sampled, bytes] = [0, 0, 0, 0]

  for (const entity of data.entities.all()) {
    created[index] = Date.parse(entity.createdOn)
    modified[index] = Date.parse(entity.modifiedOn)
    for (const { children } of Object.values(entity.relations)) links += children?.length ?? 0
    if (index % step === 0) {
      sampled++
      bytes += bytesOf(JSON.stringify(entity)).length
    }
    index++
    yield
  }

  created.sort()
  yield
  modified.sort()

  return {
    created,
    modified,
    links,
    bytes: sampled === 0 ? 0 : Math.round((bytes / sampled) * size),
  }
}

/** The size of the graph when the graph service last built it. */
export interface GraphCounts {
  /** Milliseconds since 1970. */
  readonly builtOn: number
  readonly nodes: number
  readonly edges: number
}

export function buildGraph(data: Data, now: number): GraphCounts {
  return { builtOn: now, nodes: data.entities.size, edges: entityStatistics(data).links }
}

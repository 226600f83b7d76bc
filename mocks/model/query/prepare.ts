import type { Data } from '../tables.ts'
import type { Filter, SortKey } from './filter.ts'
import { indexesFor } from './indexes/indexes.ts'
import { indexInSlices, type IndexSpec } from './indexes/key-index.ts'
import { foundImmediately, idsFound, queryOf } from './query.ts'
import { resultInSlices, type PlainQuery } from './results.ts'

/**
 * Builds the indexes that a query needs, and its result, in time slices if it takes long, so that it does not block other
 * requests.
 *
 * @returns undefined where the query needs no preparation
 */
export function prepareQuery(
  data: Data,
  filter: Filter,
  sort: readonly SortKey[] = [],
): Promise<void> | undefined {
  const query = queryOf(data, { filter, sort })
  const specs = indexesFor(query.filter)

  return specs.some((spec) => indexInSlices(data, spec))
    ? prepareAll(data, specs, query)
    : prepareResult(data, query)
}

async function prepareAll(data: Data, specs: readonly IndexSpec[], query: PlainQuery): Promise<void> {
  for (const spec of specs) await indexInSlices(data, spec)
  await prepareResult(data, query)
}

/** `idsFound()` in time slices, for data where it may take long. */
export async function idsFoundInSlices(data: Data, filter: Filter): Promise<readonly number[]> {
  await resultInSlices(data, queryOf(data, { filter, sort: [] }))

  return idsFound(data, filter)
}

function prepareResult(data: Data, query: PlainQuery): Promise<void> | undefined {
  return foundImmediately(data, query) ? undefined : resultInSlices(data, query)
}

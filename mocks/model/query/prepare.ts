import type { Data } from '../tables.ts'
import type { Filter, SortKey } from './filter.ts'
import { indexesFor } from './indexes.ts'
import { indexInSlices, type IndexSpec } from './key-index.ts'
import { foundImmediately, idsFound, normalizedQueryOf } from './query.ts'
import { resultInSlices, type NormalizedQuery } from './results.ts'

/**
 * Makes the indexes that a query needs, and its result, where that takes long: it would hold up everybody else.
 *
 * @returns undefined where the query is answered at once
 */
export function prepareQuery(
  data: Data,
  filter: Filter,
  sort: readonly SortKey[] = [],
): Promise<void> | undefined {
  const normalized = normalizedQueryOf(data, { filter, sort })
  const specs = indexesFor(normalized.filter)

  return specs.some((spec) => indexInSlices(data, spec))
    ? prepareAll(data, specs, normalized)
    : prepareResult(data, normalized)
}

async function prepareAll(
  data: Data,
  specs: readonly IndexSpec[],
  normalized: NormalizedQuery,
): Promise<void> {
  for (const spec of specs) await indexInSlices(data, spec)
  await prepareResult(data, normalized)
}

/** `idsFound()` where that may take long. */
export async function idsFoundInSlices(data: Data, filter: Filter): Promise<readonly number[]> {
  await resultInSlices(data, normalizedQueryOf(data, { filter, sort: [] }))

  return idsFound(data, filter)
}

function prepareResult(data: Data, normalized: NormalizedQuery): Promise<void> | undefined {
  return foundImmediately(data, normalized) ? undefined : resultInSlices(data, normalized)
}

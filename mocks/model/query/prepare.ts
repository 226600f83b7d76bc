import type { Data } from '../tables.ts'
import type { Filter } from './filter.ts'
import { indexesFor } from './indexes.ts'
import { indexInSlices } from './key-index.ts'
import { resolve } from './resolve.ts'

/**
 * Makes the indexes that a query needs where that takes long: it would hold up everybody else.
 *
 * @returns undefined where the query is answered at once
 */
export function prepareQuery(data: Data, filter: Filter): Promise<void> | undefined {
  const specs = indexesFor(resolve(data, filter))
  const missing = specs.find((spec) => indexInSlices(data, spec))

  return missing && prepareAll(data, specs)
}

async function prepareAll(
  data: Data,
  specs: readonly ReturnType<typeof indexesFor>[number][],
): Promise<void> {
  for (const spec of specs) await indexInSlices(data, spec)
}

import type { Data } from '../tables.ts'
import type { Filter, SortKey } from './filter.ts'
import { indexesFor } from './indexes.ts'
import { indexInSlices, type IndexSpec } from './key-index.ts'
import { foundAtOnce, idsFound, questionOf } from './query.ts'
import { resultInTurns, type Question } from './results.ts'

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
  const question = questionOf(data, { filter, sort })
  const specs = indexesFor(question.filter)

  return specs.some((spec) => indexInSlices(data, spec))
    ? prepareAll(data, specs, question)
    : prepareResult(data, question)
}

async function prepareAll(data: Data, specs: readonly IndexSpec[], question: Question): Promise<void> {
  for (const spec of specs) await indexInSlices(data, spec)
  await prepareResult(data, question)
}

/** `idsFound()` where that may take long. */
export async function idsFoundInTurns(data: Data, filter: Filter): Promise<readonly number[]> {
  await resultInTurns(data, questionOf(data, { filter, sort: [] }))

  return idsFound(data, filter)
}

function prepareResult(data: Data, question: Question): Promise<void> | undefined {
  return foundAtOnce(data, question) ? undefined : resultInTurns(data, question)
}

import type { Entity } from '../../../data/model/entities/entity.ts'
import { propertyReader, systemValue } from '../../../data/model/query/matches.ts'
import type { NamedField } from '../../../data/model/query/filter.ts'
import { definedNamesOf, fieldNamed } from '../../../data/model/query/names.ts'
import { textOf } from '../../../data/model/query/values.ts'
import type { Json } from '../../../data/model/shared/json.ts'
import { sortedInBatches, type Sliced } from '../../../data/model/shared/slices.ts'
import type { PublishedData } from '../../../data/model/tables.ts'
import type { AggregationResponse } from './search-response.ts'
import type { Aggregation } from './search-body.ts'
import { appendTo } from '../../../data/model/shared/maps.ts'

/** Counts hits by the values of fields. Aggregations by metric or date are not implemented and have no buckets. */
export function* aggregationsOf(
  data: PublishedData,
  hits: readonly number[],
  aggregations: readonly Aggregation[],
): Sliced<Record<string, AggregationResponse>> {
  const responses: [string, AggregationResponse][] = []

  for (const each of aggregations) responses.push([each.name, yield* aggregationOf(data, hits, each)])

  return Object.fromEntries(responses)
}

function* aggregationOf(
  data: PublishedData,
  hits: readonly number[],
  { field, size, type, children }: Aggregation,
): Sliced<AggregationResponse> {
  const by = fieldNamed(definedNamesOf(data), field)
  const byValue = new Map<string, number[]>()
  const read = by && type === 'Term' ? valuesReader(data, by) : undefined

  for (const id of read ? hits : []) {
    const hit = data.entities.get(id)

    for (const value of hit && read ? distinctTexts(read(hit)) : []) appendTo(byValue, value, id)
    yield
  }

  const buckets: AggregationResponse['buckets'] = []

  const sorted = yield* sortedInBatches([...byValue], byCount)

  for (const [key, ids] of sorted.slice(0, size)) {
    buckets.push({
      key,
      original_key: key,
      count: ids.length,
      metric: null,
      buckets: yield* aggregationsOf(data, ids, children),
    })
  }

  return { number_count: hits.length, buckets, aggregation_type: type, metric_option: null }
}

type Counted = readonly [value: string, ids: readonly number[]]

function byCount([a, these]: Counted, [b, those]: Counted): number {
  return those.length - these.length || (a < b ? -1 : 1)
}

function distinctTexts(values: readonly Json[]): Iterable<string> {
  const texts = values.filter((each) => each !== null).map(textOf)

  return texts.length > 1 ? new Set(texts) : texts
}

function valuesReader(data: PublishedData, by: NamedField): (hit: Entity) => Json[] {
  return 'system' in by ? (hit) => [systemValue(hit, by.system)] : propertyReader(data, by.property)
}

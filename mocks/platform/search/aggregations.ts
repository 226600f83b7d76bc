import type { Entity } from '../../model/entities/entity.ts'
import { propertyValues, systemValue } from '../../model/query/matches.ts'
import { definedNamesOf, fieldNamed } from '../../model/query/names.ts'
import { textOf } from '../../model/query/values.ts'
import type { Json } from '../../model/shared/json.ts'
import type { Data } from '../../model/tables.ts'
import type { AggregationResponse } from './search-response.ts'
import type { Aggregation } from './search-body.ts'

/** Counts hits by the values of fields. Aggregations by metric or date are not implemented and have no buckets. */
export function aggregationsOf(
  data: Data,
  hits: readonly Entity[],
  aggregations: readonly Aggregation[],
): Record<string, AggregationResponse> {
  return Object.fromEntries(aggregations.map((each) => [each.name, aggregationOf(data, hits, each)]))
}

function aggregationOf(data: Data, hits: readonly Entity[], aggregation: Aggregation): AggregationResponse {
  const { field, size, type, children } = aggregation
  const byValue = new Map<string, Entity[]>()

  for (const hit of type === 'Term' ? hits : []) {
    for (const value of new Set(
      valuesOf(data, hit, field)
        .filter((each) => each !== null)
        .map(textOf),
    )) {
      const entities = byValue.get(value)

      if (entities) entities.push(hit)
      else byValue.set(value, [hit])
    }
  }

  const buckets = Array.from(byValue, ([key, entities]) => ({
    key,
    original_key: key,
    count: entities.length,
    metric: null,
    buckets: aggregationsOf(data, entities, children),
  })).sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))

  return {
    number_count: hits.length,
    buckets: buckets.slice(0, size),
    aggregation_type: type,
    metric_option: null,
  }
}

function valuesOf(data: Data, hit: Entity, field: string): Json[] {
  const by = fieldNamed(definedNamesOf(data), field)

  if (!by) return []

  return 'system' in by ? [systemValue(hit, by.system)] : propertyValues(data, hit, by.property)
}

import { membersOf } from '../../model/definitions/compiled-definition.ts'
import { findOption } from '../../model/entities/property-values.ts'
import type { Filter } from '../../model/query/filter.ts'
import { propertyValues } from '../../model/query/matches.ts'
import { queryEntities } from '../../model/query/query.ts'
import type { Data } from '../../model/tables.ts'
import { definitionFacet } from './search-filter.ts'

/** Properties whose values are few enough to count hits by: options, and yes or no. */
export function facetNames(data: Data): string[] {
  const properties = Array.from(data.definitions.all())
    .flatMap(membersOf)
    .filter((member) => member.type === 'Boolean' || (member.type === 'String' && member.datasource))

  return [...new Set([definitionFacet, ...properties.map(({ name }) => name)])]
}

/** How many hits have each value of a facet, the most frequent first. */
export function facetsOf(data: Data, filter: Filter, names: readonly string[]) {
  if (names.length === 0) return []
  const { entities } = queryEntities(data, { filter, sort: [], skip: 0, take: Infinity })

  return names.map((name) => {
    const counts = new Map<string, number>()

    for (const entity of entities) {
      const values =
        name.toLowerCase() === definitionFacet ? [entity.definition] : propertyValues(data, entity, name)

      for (const value of new Set(values.filter((one) => one !== null).map((one) => JSON.stringify(one)))) {
        counts.set(value, (counts.get(value) ?? 0) + 1)
      }
    }

    const values = Array.from(counts, ([value, hits]) => ({ value, hits })).sort(
      (a, b) => b.hits - a.hits || (a.value < b.value ? -1 : 1),
    )

    return { name, values: values.map(({ value, hits }) => facetValue(data, name, value, hits)) }
  })
}

function facetValue(data: Data, name: string, json: string, hits: number) {
  const value: unknown = JSON.parse(json)
  const labels = typeof value === 'string' ? labelsOf(data, name, value) : undefined

  return { value, ...(labels && { labels }), count: hits }
}

function labelsOf(data: Data, name: string, value: string) {
  if (name.toLowerCase() === definitionFacet) return data.definitions.get(value)?.labels

  for (const member of Array.from(data.definitions.all()).flatMap(membersOf)) {
    if (member.type === 'Relation' || member.name !== name || !member.datasource) continue
    const option = findOption(data.optionLists.get(member.datasource)?.values ?? [], value)

    if (option) return option.labels
  }

  return undefined
}

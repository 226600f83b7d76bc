import { compileDefinition } from '../../model/definitions/compiled-definition.ts'
import type { PropertyMember } from '../../model/definitions/definition.ts'
import type { Data } from '../../model/tables.ts'
import type { FacetField } from './facet-fields.ts'
import type { AppliedFilter } from './search-response.ts'
import type { SearchFilter } from './search-filter.ts'

/** A filter as responses contain it: with labels, and the query for a search without it. */
export function appliedFilter(
  data: Data,
  fields: readonly FacetField[],
  filter: SearchFilter,
  removeQuery: string,
): AppliedFilter {
  const { name, operator, values } = filter
  const field = fields.find((each) => each.name.toLowerCase() === name.toLowerCase())
  const member = propertyNamed(data, name)
  const labels = field?.labels ?? member?.labels ?? {}

  return {
    name,
    label: Object.values(labels)[0] ?? name,
    type:
      member?.type.toLowerCase() ?? (filter.type === 'FieldFilter' ? 'string' : filter.type.toLowerCase()),
    values: values.map((value) => ({
      value: String(value),
      label: Object.values(field?.labelsOf(String(value)) ?? {})[0] ?? String(value),
    })),
    nested_values: [],
    definition: null,
    operator,
    removeQuery,
    dynamic: filter.type === 'DynamicFilter',
    nested: false,
    group: null,
    visible: true,
    multi_select: values.length > 1,
  }
}

function propertyNamed(data: Data, name: string): PropertyMember | undefined {
  const [propertyName = ''] = name.split('#')

  for (const definition of data.definitions.all()) {
    const property = compileDefinition(definition).properties.get(propertyName)

    if (property) return property
  }

  return undefined
}

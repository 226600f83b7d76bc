import { useQuery } from '@tanstack/react-query'
import type { FilterNames } from '../../lib/complete-filter.ts'
import { propertiesOf, relationsOf } from '../../parts/entity/members.ts'
import { type DefinitionCount, definitionOf } from '../../service/entities.ts'

/** What a filter of the list can name: members of the definition that it is narrowed to, or of assets. */
export function useFilterNames(
  counts: readonly DefinitionCount[] | undefined,
  definition = 'M.Asset',
): FilterNames {
  const definitions = (counts ?? []).map(({ name }) => name)
  const { data } = useQuery({ ...definitionOf(definition), enabled: definitions.includes(definition) })

  return {
    definitions,
    properties: data ? propertiesOf(data).map(({ name }) => name) : [],
    relations: data ? [...new Set(relationsOf(data).map(({ name }) => name))] : [],
  }
}

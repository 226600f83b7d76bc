import { useQuery } from '@tanstack/react-query'
import { nameInLink } from '../../lib/addresses.ts'
import { definitionQuery, wholeEntityQuery } from '../../service/entities.ts'

/** An entity with all its cultures and its relations in full, and its definition. */
export function useWholeEntity(id: number, options: { staleTime?: number } = {}) {
  const entity = useQuery({ ...wholeEntityQuery(id), ...options })
  const name = entity.data && nameInLink(entity.data.entitydefinition.href)
  const definition = useQuery({ ...definitionQuery(name ?? ''), enabled: name !== undefined })

  return {
    data: entity.data && definition.data && { entity: entity.data, definition: definition.data },
    error: entity.error ?? definition.error,
    isFetching: entity.isFetching,
    refetch: entity.refetch,
  }
}

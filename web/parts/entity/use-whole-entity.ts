import { useQuery } from '@tanstack/react-query'
import { nameInLink } from '../../lib/addresses.ts'
import { RequestFailed } from '../../service/client.ts'
import { definitionQuery, wholeEntityQuery } from '../../service/entities.ts'

/** An entity with all its cultures and its relations in full, and its definition; no data once it is deleted. */
export function useWholeEntity(id: number, options: { staleTime?: number } = {}) {
  const entity = useQuery({ ...wholeEntityQuery(id), ...options })
  const name = entity.data && nameInLink(entity.data.entitydefinition.href)
  const definition = useQuery({ ...definitionQuery(name ?? ''), enabled: name !== undefined })
  // A failed query keeps its former data.
  const isDeleted = entity.error instanceof RequestFailed && entity.error.status === 404

  return {
    data:
      !isDeleted && entity.data && definition.data
        ? { entity: entity.data, definition: definition.data }
        : undefined,
    error: entity.error ?? definition.error,
    isFetching: entity.isFetching,
    refetch: entity.refetch,
  }
}

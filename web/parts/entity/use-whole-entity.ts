import { useQuery } from '@tanstack/react-query'
import { nameInLink } from '../../lib/addresses.ts'
import { RequestFailed } from '../../service/client.ts'
import {
  definitionQuery,
  wholeEntityQuery,
  type DefinitionResponse,
  type EntityResponse,
} from '../../service/entities.ts'

export interface WholeEntity {
  readonly entity: EntityResponse
  readonly definition: DefinitionResponse
  readonly etag: string | null
}

/** An entity with all its cultures and its relations in full, its ETag, and its definition; no data once it is deleted. */
export function useWholeEntity(id: number, options: { staleTime?: number } = {}) {
  const whole = useQuery({ ...wholeEntityQuery(id), ...options })
  const name = whole.data && nameInLink(whole.data.entity.entitydefinition.href)
  const definition = useQuery({ ...definitionQuery(name ?? ''), enabled: name !== undefined })
  // A failed query keeps its former data.
  const isDeleted = whole.error instanceof RequestFailed && whole.error.status === 404

  return {
    data:
      !isDeleted && whole.data && definition.data
        ? { ...whole.data, definition: definition.data }
        : undefined,
    error: whole.error ?? definition.error,
    isFetching: whole.isFetching,
    refetch: whole.refetch,
  }
}

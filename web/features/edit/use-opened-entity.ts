import { useState } from 'react'
import { useWholeEntity } from '../../parts/entity/use-whole-entity.ts'
import type { DefinitionResponse, EntityResponse } from '../../service/entities.ts'

/** An entity as it was when its form was opened. */
export interface OpenedEntity {
  readonly entity: EntityResponse
  readonly definition: DefinitionResponse
  readonly etag: string | null
}

/**
 * The version of an entity that its form edits: the one stored when the form is opened, not a cached one. It stays
 * when the entity changes, and when the console acts as another user.
 */
export function useOpenedEntity(id: number) {
  const query = useWholeEntity(id, { staleTime: 0 })
  const [opened, setOpened] = useState<OpenedEntity>()

  if (!opened && query.data && !query.isFetching && !query.error) setOpened(query.data)

  return {
    opened,
    /** While `opened` is undefined: the query that is loading or has failed, in the form that `QueryResult` expects. */
    query: { ...query, data: undefined },
  }
}

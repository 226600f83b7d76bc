import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWholeEntity } from '../../parts/entity/use-whole-entity.ts'
import {
  entityWithHeadersQuery,
  type DefinitionResponse,
  type EntityResponse,
} from '../../service/entities.ts'

/** An entity as it was when its form was opened. */
export interface OpenedEntity {
  readonly entity: EntityResponse
  readonly definition: DefinitionResponse
  readonly etag: string | null
}

/**
 * The version of an entity that its form edits: the one stored when the form is opened, not a cached one, which may be
 * older than the ETag. It stays when the entity changes, and when the console acts as another user.
 */
export function useOpenedEntity(id: number) {
  const response = useQuery({ ...entityWithHeadersQuery(id), staleTime: 0 })
  const query = useWholeEntity(id, { staleTime: 0 })
  const [opened, setOpened] = useState<OpenedEntity>()
  const error = query.error ?? response.error

  if (!opened && query.data && response.data && !query.isFetching && !response.isFetching && !error)
    setOpened({ ...query.data, etag: response.data.headers.get('ETag') })

  return {
    opened,
    /** While `opened` is undefined: the query that is loading or has failed, in the form that `QueryResult` expects. */
    query: query.error || !query.data ? { ...query, data: undefined } : { ...response, data: undefined },
  }
}

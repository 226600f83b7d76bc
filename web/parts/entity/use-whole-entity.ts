import { useQuery } from '@tanstack/react-query'
import { nameInLink } from '../../lib/addresses.ts'
import { definitionQuery, wholeEntityQuery } from '../../service/entities.ts'

/** An entity in full, and its definition. */
export function useWholeEntity(id: number, options: { staleTime?: number } = {}) {
  const whole = useQuery({ ...wholeEntityQuery(id), ...options })
  const name = whole.data && nameInLink(whole.data.entitydefinition.href)
  const definition = useQuery({ ...definitionQuery(name ?? ''), enabled: name !== undefined })

  return {
    data: whole.data && definition.data && { entity: whole.data, definition: definition.data },
    error: whole.error ?? definition.error,
    isFetching: whole.isFetching,
    refetch: whole.refetch,
  }
}

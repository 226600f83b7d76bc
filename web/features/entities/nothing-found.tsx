import { useQuery } from '@tanstack/react-query'
import { useReset } from '../../parts/sandbox/use-reset.tsx'
import { resetDifferenceQuery } from '../../service/sandbox.ts'
import { EmptyState } from '../../ui/layout/page.tsx'
import { Button } from '../../ui/controls/button.tsx'

interface NothingFoundProps {
  /** The filter. */
  readonly q: string | undefined
  /** Name of the definition that the list is limited to. */
  readonly definition: string | undefined
  readonly create: () => void
  readonly clear: () => void
}

/** Says why the list is empty: no entity matches the filter, or the sandbox has no entities. */
export function NothingFound({ q, definition, create, clear }: NothingFoundProps) {
  const { data } = useQuery(resetDifferenceQuery)
  const { reset } = useReset()

  if (q !== undefined) {
    return (
      <EmptyState title="No matching entities.">
        <Button onClick={clear}>Clear the filter</Button>
      </EmptyState>
    )
  }

  if (definition) {
    return (
      <EmptyState title={`No ${definition} entities yet.`}>
        <Button onClick={create}>Create one</Button>
        <Button onClick={clear}>Show all definitions</Button>
      </EmptyState>
    )
  }

  return (
    <EmptyState title="This sandbox has no entities.">
      {data?.changes['entities'] && <Button onClick={() => void reset()}>Reset the sandbox</Button>}
    </EmptyState>
  )
}

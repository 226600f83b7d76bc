import { useQuery } from '@tanstack/react-query'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { overview } from '../../service/sandbox.ts'
import { EmptyState } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/controls/button.tsx'

interface NothingFoundProps {
  /** Whether something was typed that has to be found. */
  readonly isFiltered: boolean
  /** Name of the definition that the list is narrowed to. */
  readonly definition: string | undefined
  readonly create: () => void
  readonly clear: () => void
}

/** Why the list is empty: the filter finds nothing, or there is nothing. */
export function NothingFound({ isFiltered, definition, create, clear }: NothingFoundProps) {
  const { data } = useQuery(overview)
  const control = useControl()

  if (isFiltered) {
    return (
      <EmptyState title="No entity matches.">
        <Button onClick={clear}>Clear the filter</Button>
      </EmptyState>
    )
  }

  if (definition) {
    return (
      <EmptyState title={`No ${definition} yet.`}>
        <Button onClick={create}>Create one</Button>
        <Button onClick={clear}>Show all definitions</Button>
      </EmptyState>
    )
  }

  return (
    <EmptyState title="This sandbox has no entities.">
      <Button
        disabled={control.isPending}
        onClick={() =>
          control.mutate({
            method: 'POST',
            path: '/__sandbox/reset',
            body: {},
            done: 'Reset to the seed.',
            hasUndo: true,
          })
        }
      >
        Reset to seed {data?.seed}
      </Button>
    </EmptyState>
  )
}

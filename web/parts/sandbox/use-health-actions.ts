import { useMutation, useQueryClient } from '@tanstack/react-query'
import { healthTreeQuery, setHealth, withState, type HealthChange } from '../../service/health.ts'
import { showNotice, showFailure } from '../../ui/feedback/toasts.tsx'
import { latestChange, useUndo } from './use-undo.ts'

export interface HealthActions {
  readonly set: (path: string, change: HealthChange) => void
  /** Restores the initial state of a component, or removes it if it was added; all components if the path is empty. */
  readonly reset: (path?: string) => void
}

interface Change {
  readonly path: string
  /** Undefined to restore the initial state. */
  readonly state?: HealthChange
  readonly message: string
}

/** The actions that change the health. The page shows a change immediately, before the sandbox responds. */
export function useHealthActions() {
  const queryClient = useQueryClient()
  const undo = useUndo()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ path, state }: Change) => {
      const before = await latestChange()

      await setHealth(path, state)

      return (await latestChange()) !== before
    },
    onSuccess: (hasChanged, { message }) => (hasChanged ? undo.offer(message) : showNotice(message)),
    onError: showFailure,
    onSettled: () => queryClient.invalidateQueries(),
  })
  const actions: HealthActions = {
    set: (path, state) => {
      queryClient.setQueryData(healthTreeQuery.queryKey, (tree) => tree && withState(tree, path, state))
      mutate({ path, state, message: `${path || 'The service'} is now ${state.label}.` })
    },
    reset: (path) =>
      mutate({
        path: path ?? '',
        message: path ? `Reset ${path}.` : 'Reset every component to its initial state.',
      }),
  }

  return { actions, isPending }
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { healthTree, setHealth, withState, type HealthChange } from '../../service/health.ts'
import { toast, toastFailure } from '../../ui/feedback/toasts.tsx'
import { useUndo } from './use-undo.ts'

export interface HealthActions {
  readonly set: (path: string, change: HealthChange) => void
  /** Resets a component to its initial state, or all of them. */
  readonly release: (path?: string) => void
}

interface Change {
  readonly path: string
  /** Undefined for its initial one. */
  readonly state?: HealthChange
  readonly done: string
  readonly hasEffect: boolean
}

/**
 * What changes the health; pages show a change before the sandbox has made it.
 *
 * @param aggregated the health of the service as a whole
 */
export function useHealthActions(aggregated: string | undefined) {
  const queries = useQueryClient()
  const undo = useUndo()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ path, state }: Change) => setHealth(path, state),
    onSuccess: (_, { done, hasEffect }) => (hasEffect ? undo.offer(done) : toast(done)),
    onError: toastFailure,
    onSettled: () => queries.invalidateQueries(),
  })
  const actions: HealthActions = {
    set: (path, state) => {
      queries.setQueryData(healthTree.queryKey, (tree) => tree && withState(tree, path, state))
      mutate({ path, state, done: `${path || 'The service'} is now ${state.label}.`, hasEffect: true })
    },
    release: (path) =>
      mutate({
        path: path ?? '',
        done:
          path === undefined
            ? 'Reset every component to its initial state.'
            : `Released ${path || 'the service'}.`,
        hasEffect: path !== undefined || aggregated !== 'Green',
      }),
  }

  return { actions, isPending }
}

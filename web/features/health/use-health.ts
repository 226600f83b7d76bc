import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  healthTree,
  isMoving,
  movingInterval,
  setHealth,
  withState,
  type HealthChange,
  type HealthNode,
} from '../../service/health.ts'
import { useUndo } from '../../parts/sandbox/use-undo.ts'
import { announce, toast, toastFailure } from '../../ui/feedback/toasts.tsx'

export interface HealthActions {
  readonly set: (path: string, change: HealthChange) => void
  readonly release: (path?: string) => void
}

interface Change {
  readonly path: string
  /** Undefined for its first one. */
  readonly state?: HealthChange
  readonly done: string
  readonly hasEffect: boolean
}

/** The health of the service, and what changes it: the page shows a change before the sandbox has made it. */
export function useHealth() {
  const queries = useQueryClient()
  const tree = useQuery({
    ...healthTree,
    // Recovery is a matter of time, of which the sandbox sends no event.
    refetchInterval: ({ state }) => (isMoving(state.data) ? movingInterval : false),
  })
  const undo = useUndo()
  const [recovers, setRecovers] = useState(true)
  const aggregated = tree.data?.aggregated
  const change = useMutation({
    mutationFn: ({ path, state }: Change) => setHealth(path, state),
    onSuccess: (_, { done, hasEffect }) => (hasEffect ? undo.offer(done) : toast(done)),
    onError: toastFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: ['health'] }),
  })
  const actions: HealthActions = {
    set: (path, { hold = !recovers, ...state }) => {
      queries.setQueryData(healthTree.queryKey, (tree) => tree && withState(tree, path, state))
      change.mutate({
        path,
        state: { ...state, hold },
        done: `${path || 'The service'} is now ${state.label}.`,
        hasEffect: true,
      })
    },
    release: (path) =>
      change.mutate({
        path: path ?? '',
        done:
          path === undefined
            ? 'Reset every component to its initial state.'
            : `Released ${path || 'the service'}.`,
        hasEffect: path !== undefined || aggregated !== 'Green',
      }),
  }

  useEffect(() => {
    if (aggregated) announce(`The service as a whole is ${aggregated}.`)
  }, [aggregated])

  /** Components that are Yellow already follow the choice, too. */
  const chooseRecovery = (isOn: boolean) => {
    setRecovers(isOn)
    for (const { path, label, message } of yellowIn(tree.data)) {
      actions.set(path, { label, message, hold: !isOn })
    }
  }

  return { tree, actions, isChanging: change.isPending, recovers, chooseRecovery }
}

/** Components that are Yellow and do not flap. */
function yellowIn(node: HealthNode | undefined): HealthNode[] {
  if (!node) return []

  return [
    ...(node.label === 'Yellow' && node.flap === null ? [node] : []),
    ...node.downstream.flatMap(yellowIn),
  ]
}

import { useQueryClient, useQuery } from '@tanstack/react-query'
import {
  healthTreeQuery,
  setHealth,
  withState,
  type HealthChange,
  healthPollInterval,
  type HealthNode,
} from '../../service/health.ts'
import { announce } from '../../ui/feedback/toasts.tsx'
import { useControl } from './use-control.ts'
import { useEffect, useState } from 'react'

export interface HealthActions {
  readonly set: (path: string, change: HealthChange) => void
  /** Restores the initial state of a component, or removes it if it was added; all components if the path is empty. */
  readonly reset: (path?: string) => void
}

/** The actions that change the health. The page shows a change immediately, before the sandbox responds. */
export function useHealthActions() {
  const queryClient = useQueryClient()
  const { run, isPending } = useControl()
  const actions: HealthActions = {
    set: (path, state) => {
      queryClient.setQueryData(healthTreeQuery.queryKey, (tree) => tree && withState(tree, path, state))
      run(() => setHealth(path, state), `${path || 'The service'} is now ${state.label}.`, 'undo')
    },
    reset: (path = '') =>
      run(
        () => setHealth(path),
        path ? `Reset ${path}.` : 'Reset every component to its initial state.',
        'undo',
      ),
  }

  return { actions, isPending }
}

/** The health of the service, and the actions that change it. */
export function useHealth() {
  const tree = useQuery({
    ...healthTreeQuery,
    // A component recovers with time, for which the sandbox sends no event.
    refetchInterval: ({ state }) => healthPollInterval(state.data),
  })
  const [recovers, setRecovers] = useState(true)
  const aggregated = tree.data?.aggregated
  const { actions: health, isPending } = useHealthActions()
  const actions: HealthActions = {
    ...health,
    set: (path, { hold = !recovers, ...state }) => health.set(path, { ...state, hold }),
  }

  useEffect(() => {
    if (aggregated) announce(`The service as a whole is ${aggregated}.`)
  }, [aggregated])

  /** Applies to components that are already Yellow, too. */
  const chooseRecovery = (isOn: boolean) => {
    setRecovers(isOn)
    for (const { path, label, message } of yellowIn(tree.data)) {
      actions.set(path, { label, message, hold: !isOn })
    }
  }

  return { tree, actions, isChanging: isPending, recovers, chooseRecovery }
}

/** Components that are Yellow and do not flap. */
function yellowIn(node: HealthNode | undefined): HealthNode[] {
  if (!node) return []

  return [
    ...(node.label === 'Yellow' && node.flap === null ? [node] : []),
    ...node.downstream.flatMap(yellowIn),
  ]
}

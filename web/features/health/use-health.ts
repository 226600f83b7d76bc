import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  healthTreeQuery,
  changesWithTime,
  healthPollInterval,
  type HealthNode,
} from '../../service/health.ts'
import { useHealthActions, type HealthActions } from '../../parts/sandbox/use-health-actions.ts'
import { announce } from '../../ui/feedback/toasts.tsx'

/** The health of the service, and the actions that change it. */
export function useHealth() {
  const tree = useQuery({
    ...healthTreeQuery,
    // A component recovers with time, for which the sandbox sends no event.
    refetchInterval: ({ state }) => (changesWithTime(state.data) ? healthPollInterval : false),
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

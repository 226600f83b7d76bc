import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  healthTree,
  releaseHealth,
  setHealth,
  withState,
  type HealthChange,
  type HealthNode,
} from '../../service/health.ts'
import { announce } from '../../ui/feedback/announcer.tsx'
import { toastFailure } from '../../ui/feedback/toasts.tsx'

export interface HealthActions {
  readonly set: (path: string, change: HealthChange) => void
  readonly release: (path?: string) => void
}

/** The health of the service, and what changes it: the page shows a change before the sandbox has made it. */
export function useHealth() {
  const queries = useQueryClient()
  const tree = useQuery(healthTree)
  const [recovers, setRecovers] = useState(true)
  const aggregated = tree.data?.aggregated
  const change = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: toastFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: ['health'] }),
  })
  const actions: HealthActions = {
    set: (path, { hold = !recovers, ...state }) => {
      queries.setQueryData(healthTree.queryKey, (tree) => tree && withState(tree, path, state))
      change.mutate(() => setHealth(path, { ...state, hold }))
      announce(`${path || 'The service'} is now ${state.label}.`)
    },
    release: (path) => change.mutate(() => releaseHealth(path)),
  }

  useEffect(() => {
    if (aggregated) announce(`The service as a whole is ${aggregated}.`)
  }, [aggregated])

  /** What is Yellow already follows the choice, too. */
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

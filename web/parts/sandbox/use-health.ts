import { useQuery } from '@tanstack/react-query'
import {
  healthTreeQuery,
  setHealth,
  type HealthChange,
  healthPollInterval,
  type HealthNode,
} from '../../service/health-queries.ts'
import { announce } from '../../ui/feedback/toasts.tsx'
import { control } from './control.ts'
import { useEffect, useState } from 'react'

/** Sets a component. */
export function changeHealth(path: string, state: HealthChange): void {
  void control(() => setHealth(path, state), `${path || 'The service'} is now ${state.label}.`, 'undo')
}

/** Restores the initial state of a component, or removes it if it was added; all components if the path is empty. */
export function resetHealth(path = ''): void {
  const message = path ? `Reset ${path}.` : 'Reset every component to its initial state.'

  void control(() => setHealth(path), message, 'undo')
}

export type SetHealth = typeof changeHealth

/** The health of the service, and functions that change it. */
export function useHealth() {
  const tree = useQuery({
    ...healthTreeQuery,
    // A component recovers with time, for which the sandbox sends no event.
    refetchInterval: ({ state }) => healthPollInterval(state.data),
  })
  const [recovers, setRecovers] = useState(true)
  const aggregated = tree.data?.aggregated
  const set: SetHealth = (path, { hold = !recovers, ...state }) => changeHealth(path, { ...state, hold })

  useEffect(() => {
    if (aggregated) announce(`The service as a whole is ${aggregated}.`)
  }, [aggregated])

  /** Applies to components that are already Yellow, too. */
  const chooseRecovery = (isOn: boolean) => {
    setRecovers(isOn)
    for (const { path, label, message } of yellowIn(tree.data)) {
      set(path, { label, message, hold: !isOn })
    }
  }

  return { tree, set, recovers, chooseRecovery }
}

/** Components that are Yellow and do not flap. */
function yellowIn(node: HealthNode | undefined): HealthNode[] {
  if (!node) return []

  return [
    ...(node.label === 'Yellow' && node.flap === null ? [node] : []),
    ...node.downstream.flatMap(yellowIn),
  ]
}

import { useControl } from './use-control.ts'

/** Clears all faults: no request fails on purpose any more. */
export function useClearFaults(): () => void {
  const control = useControl()

  return () => control.mutate({ method: 'DELETE', path: '/__sandbox/faults', done: 'Cleared all faults.' })
}

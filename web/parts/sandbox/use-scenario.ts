import { client } from '../../service/client.ts'
import type { ScenarioResponse } from '../../service/faults.ts'
import { useControl } from './use-control.ts'

/** Enters and leaves scenarios. Leaving a scenario that changed data cannot be undone. */
export function useScenario() {
  const { run, isPending } = useControl()

  return {
    isPending,
    enter: ({ name }: ScenarioResponse) => run(enter(name), `Entered the scenario ${name}.`, leave),
    leave: ({ name, changes }: ScenarioResponse) =>
      run(leave, `Left the scenario ${name}.`, changes.includes('data') ? undefined : enter(name)),
  }
}

function enter(name: string) {
  return () => client.PUT('/__sandbox/scenario', { body: { name } })
}

function leave() {
  return client.DELETE('/__sandbox/scenario')
}

import type { ScenarioAnswer } from '../../service/faults.ts'
import { useControl } from './use-control.ts'

/** Enters scenarios and leaves them. What leaving threw away, entering again does not bring back. */
export function useScenario() {
  const { run, isPending } = useControl()

  return {
    isPending,
    enter: ({ name }: ScenarioAnswer) =>
      run(['PUT', 'scenario', { name }], `Entered the scenario ${name}.`, ['DELETE', 'scenario']),
    leave: ({ name, changes }: ScenarioAnswer) =>
      run(
        ['DELETE', 'scenario'],
        `Left the scenario ${name}.`,
        changes.includes('data') ? undefined : ['PUT', 'scenario', { name }],
      ),
  }
}

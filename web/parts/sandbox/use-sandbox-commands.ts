import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ConsoleCommand } from '../../commands/registry.ts'
import { faultPresets, scenarios } from '../../service/faults.ts'
import { troubles } from '../../service/health.ts'
import { personas } from '../../service/sandbox.ts'
import { bodyOfExample, examples } from '../request-examples.ts'
import { useActAs, useControl } from './use-control.ts'
import { useReset } from './use-reset.tsx'
import { useSnapshots } from './use-snapshots.ts'

/** Everything that can be done with the sandbox, whichever page is shown. */
export function useSandboxCommands(): ConsoleCommand[] {
  const control = useControl()
  const navigate = useNavigate()
  const { reset } = useReset()
  const { take, fork } = useSnapshots()
  const actAs = useActAs()
  const presets = useQuery(faultPresets).data ?? []
  const knownScenarios = useQuery(scenarios).data ?? []
  const people = useQuery(personas).data ?? []
  const send = (label: string, method: string, path: string, body: object | undefined, done: string) =>
    command(label, () => control.mutate({ method, path: `/__sandbox/${path}`, body, done }))

  return [
    command('Reset to the seed', () => void reset()),
    command('Take a snapshot', () => take('')),
    command('Fork this sandbox', () => void fork()),
    send('Health: all green', 'DELETE', 'health', undefined, 'Every component has its first state again.'),
    ...troubles.map(([name, path, state]) =>
      send(`Health: ${name.toLowerCase()}`, 'PUT', `health/${path}`, state, `${path} is ${state.label}.`),
    ),
    ...knownScenarios.map(({ name, current }) =>
      current
        ? send(`Scenario: leave ${name}`, 'DELETE', 'scenario', undefined, `Left the scenario ${name}.`)
        : send(`Scenario: enter ${name}`, 'PUT', 'scenario', { name }, `Entered the scenario ${name}.`),
    ),
    ...presets.map(({ name }) =>
      send(`Faults: trigger ${name}`, 'POST', 'faults', { preset: name }, `Triggered ${name}.`),
    ),
    send('Faults: clear all', 'DELETE', 'faults', undefined, 'Cleared all faults.'),
    ...[...people.map(({ name }) => name), 'anonymous'].map((name) =>
      command(`Act as ${name}`, () => actAs(name)),
    ),
    ...examples.flatMap(({ group, requests }) =>
      requests.map((example) =>
        command(`Example: ${group.toLowerCase()}, ${example.title.toLowerCase()}`, () => {
          const { method, path } = example

          void navigate({
            to: '/explore',
            search: { method, path, body: bodyOfExample(example, location.origin) },
          })
        }),
      ),
    ),
  ]
}

function command(label: string, run: () => void): ConsoleCommand {
  return { label, group: 'Sandbox', run }
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ConsoleCommand } from '../../commands/commands.ts'
import { bodyOfExample, examples } from '../request-examples.ts'
import { faultPresetsQuery, scenariosQuery } from '../../service/sandbox.ts'
import { client } from '../../service/client.ts'
import { healthPresets } from '../../service/health.ts'
import { useUserNames } from './setting-selects.tsx'
import { useActAs, useConsoleUser, useFaultControl, useScenario } from './use-control.ts'
import { useHealthActions } from './use-health.ts'
import { useReset } from './use-reset.tsx'
import { useSnapshots } from './use-snapshots.ts'

/** The commands of the sandbox, which are available on every page. */
export function useSandboxCommands(): ConsoleCommand[] {
  const faults = useFaultControl()
  const scenario = useScenario()
  const navigate = useNavigate()
  const { reset } = useReset()
  const { take, fork } = useSnapshots()
  const actAs = useActAs()
  const chooseConsoleUser = useConsoleUser()
  const presets = useQuery(faultPresetsQuery).data ?? []
  const scenarios = useQuery(scenariosQuery).data ?? []
  const { actions } = useHealthActions()
  const users = useUserNames()

  return [
    command('Reset the sandbox', () => void reset()),
    command('Take a snapshot', () => void take('')),
    command('Fork this sandbox', () => void fork()),
    command('Health: all green', () => actions.reset()),
    ...healthPresets.map(([name, path, state]) =>
      command(`Health: ${name.toLowerCase()}`, () => actions.set(path, state)),
    ),
    ...scenarios.map((each) =>
      each.current
        ? command(`Scenario: leave ${each.name}`, () => scenario.leave(each))
        : command(`Scenario: enter ${each.name}`, () => scenario.enter(each)),
    ),
    ...presets.map(({ name: preset }) =>
      command(`Faults: trigger ${preset}`, () =>
        faults.change(() => client.POST('/__sandbox/faults', { body: { preset } }), `Triggered ${preset}.`),
      ),
    ),
    command('Faults: clear all', faults.clear),
    ...users.flatMap((name) => [
      command(`Act as ${name}`, () => actAs(name)),
      command(`Console user: ${name}`, () => chooseConsoleUser(name)),
    ]),
    ...examples.flatMap(({ group, requests }) =>
      requests.map((example) =>
        command(`Example: ${group.toLowerCase()}, ${example.title.toLowerCase()}`, () => {
          const { method, path } = example

          void navigate({ to: '/explore', search: { method, path, body: bodyOfExample(example) } })
        }),
      ),
    ),
  ]
}

function command(label: string, run: () => void): ConsoleCommand {
  return { label, group: 'Sandbox', run }
}

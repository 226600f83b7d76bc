import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ConsoleCommand } from '../../commands/console-commands.ts'
import { bodyOfExample, examples } from '../request-preview.tsx'
import { getQuery } from '../../service/service-client.ts'
import { healthPresets } from '../../service/health-queries.ts'
import { useUserNames } from './setting-selects.tsx'
import {
  actAs,
  chooseConsoleUser,
  clearFaults,
  enterScenario,
  leaveScenario,
  triggerPreset,
} from './control.ts'
import { changeHealth, resetHealth } from './use-health.ts'
import { askToReset } from './reset.tsx'
import { forkSandbox, takeSnapshot } from './control.ts'

/** The commands of the sandbox, which are available on every page. */
export function useSandboxCommands(): ConsoleCommand[] {
  const navigate = useNavigate()
  const presets = useQuery(getQuery('/__sandbox/fault-presets')).data?.items ?? []
  const scenarios = useQuery(getQuery('/__sandbox/scenarios')).data?.items ?? []
  const users = useUserNames()

  return [
    command('Reset the sandbox', () => void askToReset()),
    command('Take a snapshot', () => void takeSnapshot('')),
    command('Fork this sandbox', () => void forkSandbox()),
    command('Health: all green', () => resetHealth()),
    ...healthPresets.map(([name, path, state]) =>
      command(`Health: ${name.toLowerCase()}`, () => changeHealth(path, state)),
    ),
    ...scenarios.map((each) =>
      each.current
        ? command(`Scenario: leave ${each.name}`, () => void leaveScenario(each))
        : command(`Scenario: enter ${each.name}`, () => void enterScenario(each)),
    ),
    ...presets.map(({ name: preset }) =>
      command(`Faults: trigger ${preset}`, () => void triggerPreset(preset)),
    ),
    command('Faults: clear all', clearFaults),
    ...users.flatMap((name) => [
      command(`Act as ${name}`, () => void actAs(name)),
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

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ConsoleCommand } from '../../commands/console-commands.ts'
import { healthLabels } from '../badges.tsx'
import { saveJournal, saveResponse } from '../response.tsx'
import { entityCountsQuery } from '../../service/entity-queries.ts'
import { faultsQuery, overviewQuery, snapshotsQuery } from '../../service/sandbox-queries.ts'
import { getQuery } from '../../service/service-client.ts'
import { flapping, healthPresets, healthTreeQuery, pathsIn } from '../../service/health-queries.ts'
import { useUserNames } from './setting-selects.tsx'
import {
  actAs,
  clearFaults,
  releaseRequests,
  restoreSnapshot,
  scenariosOf,
  forkSandbox,
  takeSnapshot,
  validateWith,
  validationLevels,
} from './control.ts'
import { changeHealth, resetHealth } from './use-health.ts'
import { clockActions } from './sandbox-time.tsx'
import { askToReset } from './reset.tsx'

/** The commands of the sandbox, which are available on every page. */
export function useSandboxCommands(): ConsoleCommand[] {
  const navigate = useNavigate()
  const presets = useQuery(getQuery('/__sandbox/fault-presets')).data?.items ?? []
  const scenarios = useQuery(getQuery('/__sandbox/scenarios')).data?.items ?? []
  const faults = useQuery(faultsQuery).data?.items ?? []
  const snapshots = useQuery(snapshotsQuery).data?.items ?? []
  const users = useUserNames()
  const tree = useQuery(healthTreeQuery).data
  const overview = useQuery(overviewQuery).data
  const { definitions = [] } = useQuery(entityCountsQuery(undefined)).data ?? {}
  const components = tree ? pathsIn(tree) : []

  return [
    command('Reset the sandbox', () => void askToReset()),
    command('Take a snapshot', () => void takeSnapshot('')),
    ...snapshots.map(({ name }) => command(`Restore the snapshot ${name}`, () => restoreSnapshot(name))),
    command('Fork this sandbox', () => void forkSandbox()),
    command('Health: all green', () => resetHealth()),
    ...healthPresets.map(([name, path, state]) =>
      command(`Health: ${name.toLowerCase()}`, () => changeHealth(path, state)),
    ),
    ...components.flatMap((path) => [
      ...healthLabels.map((label) =>
        command(`Health: ${path || 'service'} ${label}`, () => changeHealth(path, { label })),
      ),
      command(`Health: let ${path || 'the service'} flap`, () => changeHealth(path, flapping)),
    ]),
    ...scenariosOf(scenarios, presets, faults).map(({ name, description, isCurrent, toggle }) =>
      command(`Scenario: ${isCurrent ? 'leave' : 'enter'} ${name}`, () => void toggle(), description),
    ),
    command('Faults: clear all', clearFaults),
    ...faults
      .filter(({ held }) => held?.length)
      .map(({ id, name = id }) => command(`Faults: release what ${name} holds`, () => releaseRequests(id))),
    ...(overview
      ? [
          ...clockActions(overview.clock).map(({ title, run }) => command(title, run)),
          ...validationLevels.map(([level, label]) =>
            command(`Invalid requests: ${label}`, () => validateWith(level, overview.validation)),
          ),
        ]
      : []),
    command('Export the data', () => saveResponse('/__sandbox/export', `${overview?.sandbox}.json`)),
    command('Export the requests as HAR', saveJournal),
    ...definitions.map(({ name }) =>
      command(`Entities of ${name}`, () => void navigate({ to: '/entities', search: { definition: name } })),
    ),
    ...users.map((name) => command(`Your application: act as ${name}`, () => void actAs(name))),
  ]
}

function command(label: string, run: () => void, detail?: string): ConsoleCommand {
  return { label, group: 'Sandbox', detail, run }
}

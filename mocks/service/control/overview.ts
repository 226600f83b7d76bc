import { isActive } from '../../sandbox/faults/fault-rule.ts'
import { faultsIn } from '../../sandbox/faults/fault-set.ts'
import { activeScenario } from '../../sandbox/scenarios/sandbox-scenarios.ts'
import { actingUserOf, validationOf } from '../../sandbox/state/sandbox-state.ts'
import { z } from 'zod'
import { readHealth } from '../../data/model/health/component-health.ts'
import { healthLabels, labelCases } from '../../data/model/health/component.ts'
import { ClockResource, clockResource } from './clock-routes.ts'
import type { Call } from '../http/call.ts'
import { json, type Reply } from '../http/replies/reply.ts'
import { reply, type Route } from '../http/declare-route.ts'
import { get } from './control-route.ts'
import { builtInPersonas, PersonaResource } from './personas.ts'
import { validationLevels } from '../../sandbox/sandbox-settings.ts'
import { version } from '../../data/model/shared/version.ts'

/** As whom applications send requests, and what is simulated. */
const Simulation = z.object({
  acting_user: z.string().nullable(),
  scenario: z.string().nullable(),
  active_faults: z.int(),
})

export function simulationOf(call: Call): z.infer<typeof Simulation> {
  const now = call.clock.now()

  return {
    acting_user: actingUserOf(call),
    scenario: activeScenario(call)?.scenario.name ?? null,
    active_faults: faultsIn(call.stateForRequest).filter((fault) => isActive(fault, now)).length,
  }
}

const Overview = z
  .object({
    name: z.literal('entity-sandbox'),
    version: z.string(),
    runtime: z.enum(['node', 'browser']),
    sandbox: z.string(),
    seed: z.int(),
    auth: z.enum(['default', 'required']),
    clock: ClockResource,
    ...Simulation.shape,
    upstream: z
      .object({
        name: z.string(),
        passthrough: z.array(z.string()).readonly(),
        replays: z.boolean().describe('Whether it is a recording.'),
        strict: z.boolean().describe('Whether only the recording answers.'),
      })
      .optional()
      .describe('What answers the requests that are passed on, and which those are besides those of faults.'),
    health: z.enum(healthLabels),
    label_case: z.enum(labelCases),
    validation: z.enum(validationLevels),
    counts: z.record(z.string(), z.int()).describe('Records, by table.'),
    journal: z.object({ last_sequence: z.int(), dropped: z.int() }),
    personas: z.array(PersonaResource).describe('The built-in ones. All: GET /__sandbox/personas.'),
  })
  .meta({ id: 'Overview' })
export type Overview = z.infer<typeof Overview>

export const overview: Route[] = [
  get('/__sandbox', readOverview, {
    description: 'Returns an overview of the sandbox.',
    replies: { 200: reply('The overview.', Overview) },
  }),
]

function readOverview(call: Call): Reply {
  const { upstream } = call.sandboxes
  const { id, journal } = call.sandbox
  const { settings, control, clock, data } = call

  return json({
    name: 'entity-sandbox',
    version,
    runtime: runtime(),
    sandbox: id,
    seed: control.seed,
    auth: settings.auth,
    clock: clockResource(clock),
    ...simulationOf(call),
    ...(upstream
      ? {
          upstream: {
            name: upstream.name,
            passthrough: settings.passthrough,
            replays: upstream === settings.recording,
            strict: settings.strict,
          },
        }
      : {}),
    health: readHealth(data, clock.now()).aggregated,
    label_case: control.labelCase,
    validation: validationOf(call),
    counts: Object.fromEntries(Object.entries(data).map(([table, { size }]) => [table, size])),
    journal: { last_sequence: journal.last, dropped: journal.evictedSince() },
    personas: builtInPersonas(call.sandbox),
  })
}

/** Bundlers may add a `process` to a page, but one without versions. */
function runtime(): 'node' | 'browser' {
  return globalThis.process?.versions?.node === undefined ? 'browser' : 'node'
}

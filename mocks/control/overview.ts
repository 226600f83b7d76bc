import { readHealth } from '../model/health/health.ts'
import type { Call } from '../http/call.ts'
import { json, type Reply } from '../http/replies/reply.ts'
import { anyObject, reply } from '../http/declaration/reply.ts'
import type { Route } from '../http/declaration/route.ts'
import { get } from './control-route.ts'
import { version } from '../model/shared/version.ts'
import { personaResources } from './personas.ts'

/** The sandbox at a glance. */
export const overview: Route[] = [
  get('/__sandbox', readOverview, {
    does: 'Tells what a sandbox is and holds.',
    replies: { 200: reply('The sandbox at a glance.', anyObject) },
  }),
]

function readOverview(call: Call): Reply {
  const { id, settings, clock, data, faults, journal, scenarios, actingUser, labelCase } = call.sandbox

  return json({
    name: 'entity-sandbox',
    version,
    runtime: runtime(),
    sandbox: id,
    seed: settings.seed,
    auth: settings.auth,
    acting_user: actingUser,
    clock: { ...clock.setting, now: clock.timestamp() },
    scenario: scenarios.current?.name ?? null,
    active_faults: faults.activeCount,
    health: readHealth(data, clock.now()).aggregated,
    label_case: labelCase,
    counts: Object.fromEntries(Object.entries(data).map(([table, { size }]) => [table, size])),
    journal: { last_sequence: journal.last, dropped: journal.dropped() },
    personas: personaResources(call.sandbox),
  })
}

/** Where the sandbox runs: in a Node process or in a browser. */
function runtime(): 'node' | 'browser' {
  return 'process' in globalThis ? 'node' : 'browser'
}

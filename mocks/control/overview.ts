import { readHealth } from '../model/health/health.ts'
import type { Call } from '../http/call.ts'
import { json, type Reply } from '../http/replies/reply.ts'
import { get, type Route } from '../http/routing/route.ts'
import { version } from '../model/shared/version.ts'
import { personaResources } from './personas.ts'

/** The sandbox at a glance, and what it answers. */
export const overview: Route[] = [
  get('/__sandbox', readOverview, { access: 'open' }),
  get('/__sandbox/routes', readRoutes, { access: 'open' }),
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

function readRoutes(call: Call): Reply {
  const items = call.service.routes.map(({ methods, path, access }) => ({
    methods,
    path,
    access,
    control: path.startsWith('/__sandbox'),
  }))

  return json({ items, total_items: items.length })
}

/** Where the sandbox runs: in a Node process or in a browser. */
function runtime(): 'node' | 'browser' {
  return 'process' in globalThis ? 'node' : 'browser'
}

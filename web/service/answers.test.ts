import { expect, test } from 'vitest'
import { openDoors, type Doors } from '../../mocks/testing/doors.ts'
import { answers } from './answers.ts'

/** What the console asks to get each kind of answer. */
const requests = {
  entity: { path: '/api/entities/1000?nestedRelations=AssetTypeToAsset' },
  entityList: { path: '/__sandbox/entities?take=500&facets=definition&q=id:>0' },
  definition: { path: '/api/entitydefinitions/M.Asset' },
  optionList: { path: '/api/datasources/M.Media' },
  copyPlan: { method: 'POST', path: '/__sandbox/copy-plan/1000', body: {} },
  notifications: { path: '/api/notifications' },
  health: { path: '/__sandbox/health' },
  healthHistory: { path: '/__sandbox/health-history' },
  faults: { path: '/__sandbox/faults' },
  faultPresets: { path: '/__sandbox/fault-presets' },
  scenarios: { path: '/__sandbox/scenarios' },
  journal: { path: '/__sandbox/journal?limit=500' },
  overview: { path: '/__sandbox' },
  personas: { path: '/__sandbox/personas' },
  snapshots: { path: '/__sandbox/snapshots' },
  difference: { path: '/__sandbox/reset' },
  changes: { path: '/__sandbox/changes' },
  sandboxes: { path: '/__sandbox/sandboxes' },
  fork: { method: 'POST', path: '/__sandbox/sandboxes/default/fork', body: { id: 'blue' } },
  routes: { path: '/__sandbox/routes' },
  imported: {
    method: 'POST',
    path: '/__sandbox/import',
    body: { version: '2.0.0', data: { name: 'Demo.Dish', member_groups: [] } },
  },
} as const satisfies Record<keyof typeof answers, { path: string; method?: string; body?: object }>

async function ask(doors: Doors, path: string, method = 'GET', body?: object): Promise<Response> {
  return doors.fetch(path, {
    method,
    headers: { Authorization: 'Bearer sandbox-admin', 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

test('every kind of answer that the console reads is what its type says', async () => {
  await using doors = await openDoors()

  // So that no list is empty.
  await ask(doors, '/__sandbox/faults', 'POST', { match: { path: '/api/x' }, effect: { kind: 'never' } })
  await ask(doors, '/__sandbox/snapshots', 'POST', { name: 'before' })
  await ask(doors, '/__sandbox/health/search', 'PUT', { label: 'Red' })
  await ask(doors, '/api/entities/1001', 'DELETE')
  await ask(doors, '/api/entities', 'POST', {
    entitydefinition: { href: '/api/entitydefinitions/M.Nothing' },
  })

  for (const [kind, request] of Object.entries(requests)) {
    const { path, method, body } = { method: undefined, body: undefined, ...request }
    const answer = await ask(doors, path, method, body)
    const { error } = Reflect.get(answers, kind).safeParse(await answer.json())

    expect({ kind, isSuccess: answer.ok, problems: error?.issues ?? [] }).toEqual({
      kind,
      isSuccess: true,
      problems: [],
    })
  }
})

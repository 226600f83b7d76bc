import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Overview } from '../service/control/overview.ts'
import { Effect } from '../sandbox/faults/fault-rule.ts'
import { documentedRequests } from './documented-requests.ts'
import { openDoors } from './doors.ts'

test.each([
  'controls.md',
  'copy.md',
  'existing-clients.md',
  'query.md',
  'sandboxes.md',
  'status.md',
  'webhooks.md',
])('docs/%s: every request succeeds with the built-in data', async (page) => {
  await using doors = await openDoors()
  const requests = await documentedRequests(page)
  const failed: string[] = []

  for (const { method, path, headers, body = null } of requests) {
    const response = await doors.fetch(path, { method, headers, body })

    if (response.status >= 400) failed.push(`${method} ${path} ${response.status}`)
  }

  expect(requests).not.toEqual([])
  expect(failed).toEqual([])

  // A page leaves the state as it found it.
  const { acting_user, clock, scenario } = await doors.get<Overview>('/__sandbox')

  expect({ acting_user, mode: clock.mode, scenario }).toEqual({
    acting_user: 'editor',
    mode: 'real',
    scenario: null,
  })
})

test('docs/controls.md: every form of latency that it shows is accepted', async () => {
  const page = await readFile(new URL('../../docs/controls.md', import.meta.url), 'utf8')
  const [row = ''] = page.match(/^\| `\{"kind": "latency".*$/m) ?? []
  const forms = Array.from(row.matchAll(/`(\{.*?\})`/g), ([, form = '']): unknown => JSON.parse(form))
  const effects = forms.map((form) =>
    Object.hasOwn(Object(form), 'kind') ? form : { kind: 'latency', ms: form },
  )

  expect(effects).toHaveLength(3)
  for (const effect of effects) expect(Effect.safeParse(effect).success).toBe(true)
})

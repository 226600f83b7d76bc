import { getResponse, http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { dish, kitchen } from '../testing/kitchen-data.ts'
import { matchers, seedSandboxes, withMatchers } from './index.ts'

expect.extend(matchers)

const { handlers, open, withSandbox } = seedSandboxes(kitchen)
const server = setupServer(...handlers)

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

const api = 'http://api.test'

test(
  'an entity that a test gives is there for the application, and found again',
  withSandbox(async (sandbox) => {
    const given = await sandbox.give<{ Title: string; Servings: number }>('T.Dish', {
      identifier: 'soup',
      properties: { Title: "leek's.png", Servings: 2 },
    })

    const response = await (await fetch(`${api}/api/entities/${given.id}`)).json()
    const [found] = await sandbox.find('T.Dish', { Title: "leek's.png" })

    expect(given.properties.Title).toBe("leek's.png")
    expect(response).toMatchObject({ identifier: 'soup', self: { href: `${api}/api/entities/${given.id}` } })
    expect(found?.id).toBe(given.id)
    expect((await sandbox.entity('soup')).id).toBe(given.id)
  }),
)

test(
  'what a test changes and removes is changed and missing for the application',
  withSandbox(async (sandbox) => {
    const kept = await sandbox.give('T.Dish', { properties: { Title: 'a.png' } })
    const removed = await sandbox.give('T.Dish', { properties: { Title: 'b.png' } })

    await sandbox.change(kept.id, { Title: 'c.png' })
    await sandbox.remove(removed.id)

    const response = await (await fetch(`${api}/api/entities/${kept.id}`)).json()
    expect(response.properties.Title).toBe('c.png')
    expect(await sandbox.has(removed.id)).toBe(false)
    expect(await sandbox.has(kept.id)).toBe(true)
  }),
)

test(
  'related entities are given by id or as they are',
  withSandbox(async (sandbox) => {
    const given = await sandbox.give('T.Dish', { relations: { DishToSide: { children: [dish.salad] } } })
    const menu = await sandbox.give('T.Menu', { relations: { MenuToDish: { children: [given] } } })

    const relation = await sandbox.fetch(`/api/entities/${menu.id}/relations/MenuToDish`)
    const sides = await sandbox.fetch(`/api/entities/${given.id}/relations/DishToSide`)

    expect(await relation.json()).toMatchObject({
      children: [{ href: expect.stringMatching(`/${given.id}$`) }],
    })
    expect(await sides.json()).toMatchObject({
      children: [{ href: expect.stringMatching(`/${dish.salad}$`) }],
    })
  }),
)

test(
  'mandatory properties that a test leaves out are filled, and those of an existing entity left alone',
  withSandbox(async (sandbox) => {
    const created = await sandbox.give('T.Dish', { identifier: 'stew', properties: { Servings: 3 } })
    await sandbox.change('stew', { Title: 'Stew' })
    const updated = await sandbox.give('T.Dish', { identifier: 'stew', properties: { Servings: 4 } })

    expect(created.properties).toMatchObject({ Title: expect.any(String), Servings: 3 })
    expect(updated.properties).toMatchObject({ Title: 'Stew', Servings: 4 })
  }),
)

test('an assertion that is not awaited fails the test it is in', async () => {
  const run = withSandbox((sandbox) => {
    void expect(sandbox).toHaveReceived('PUT', '/api/entities/7')
  })

  await expect(run()).rejects.toThrow(
    `Put "await" before expect(sandbox).toHaveReceived('PUT', '/api/entities/7').`,
  )
})

test(
  'mandatory properties are made up where there is no other entity of the definition',
  withSandbox(async (sandbox) => {
    await sandbox.setScenario('empty')

    const given = await sandbox.give('T.Dish')

    expect(given.properties['Title']).toMatch(/\w/)
    await expect(sandbox.give('T.Dsh')).rejects.toThrow(
      'There is no definition "T.Dsh". Did you mean "T.Dish"?',
    )
  }),
)

test(
  'an expect of another runner takes the matchers, with their types',
  withSandbox(async (sandbox) => {
    const typed = withMatchers(expect)

    await sandbox.fetch('/api')

    await typed(sandbox).not.toHaveReceived('PUT', '/api')
    await expect(typed(sandbox).toHaveReceived('PUT', '/api', { timeout: 0 })).rejects.toThrow(/PUT \/api/)
  }),
)

test('a sandbox that is left open fails its file where the runner has afterAll(), as Jest does', async () => {
  let end = () => {}

  vi.stubGlobal('afterAll', (say: () => void) => (end = say))
  onTestFinished(() => void vi.unstubAllGlobals())

  const { open } = seedSandboxes(kitchen)
  const sandbox = await open()

  expect(end).toThrow(/A sandbox was left open.*Opened at:\n.*vitest\.test\.ts/s)
  await sandbox.close()
  expect(end).not.toThrow()
})

test('a sandbox that was left open is named by where it was opened', async () => {
  const [left, another] = [await open(), await open()]

  try {
    await expect(getResponse(handlers, new Request(`${api}/api`))).rejects.toThrow(
      /Opened at:.*vitest\.test\.ts.*vitest\.test\.ts/s,
    )
  } finally {
    await left.close()
    await another.close()
  }
})

test(
  'find() rejects names that there are not, and says which may be meant',
  withSandbox(async (sandbox) => {
    await expect(sandbox.find('T.Dsh')).rejects.toThrow(
      'There is no definition "T.Dsh". Did you mean "T.Dish"?',
    )
    await expect(sandbox.find('T.Dish', { Titel: 'Leek' })).rejects.toThrow(
      'No definition has a property "Titel". Did you mean "Title"?',
    )
    await sandbox.setValidation('off')
    await expect(sandbox.find('T.Tag', { Servings: 2 })).rejects.toThrow('T.Tag has no property "Servings".')
  }),
)

test(
  'a rejected request of a test says which and why',
  withSandbox(async (sandbox) => {
    await expect(sandbox.give('T.Dish', { properties: { Servings: 'many' } })).rejects.toThrow(
      /^Failed to POST \/api\/entities: the sandbox returned 400.*Servings/,
    )
    await expect(sandbox.remove(999)).rejects.toThrow(
      'Failed to DELETE /api/entities/999: the sandbox returned 404. Entity 999 was not found.',
    )
  }),
)

test(
  'requests come from the user whom the test acts as',
  withSandbox(async (sandbox) => {
    await sandbox.actAs('reader')

    const rejected = await fetch(`${api}/api/entities`, { method: 'POST', body: '{}' })

    expect(rejected.status).toBe(403)
    await expect(sandbox).toHaveReceived('POST', '/api/entities', { user: 'reader' })
  }),
)

test(
  "a handler that a test uses comes before the sandbox's own, and is in the journal",
  withSandbox(async (sandbox) => {
    sandbox.use(
      http.get('/api/entities/:id', () => HttpResponse.json({ Message: 'Gone fishing.' }, { status: 503 })),
    )
    const overridden = await fetch(`${api}/api/entities/1001`)

    sandbox.stopUsing()
    const ordinary = await fetch(`${api}/api/entities/1001`)

    expect([overridden.status, ordinary.status]).toEqual([503, 200])
    const [first] = await sandbox.requests({ path: '/api/entities/:id' })
    expect(first).toMatchObject({ route: 'override', status: 503 })
  }),
)

test(
  'a handler can break the connection',
  withSandbox(async (sandbox) => {
    sandbox.use(http.get('*/api/entities/:id', () => HttpResponse.error()))

    await expect(fetch(`${api}/api/entities/1001`)).rejects.toThrow('Failed to fetch')
  }),
)

test(
  'what a test sets wrong goes wrong for the application, and not for the test',
  withSandbox(async (sandbox) => {
    const id = await sandbox.addFault({ match: { method: 'GET' }, effect: { kind: 'answer', status: 503 } })
    const rejected = await fetch(`${api}/api/entities/${dish.soup}`)
    const seenByTest = await sandbox.has(dish.soup)

    await sandbox.removeFault(id)
    await sandbox.addFaultPreset('offline')

    expect(rejected.status).toBe(503)
    expect(seenByTest).toBe(true)
    await expect(fetch(`${api}/api/entities/${dish.soup}`)).rejects.toThrow('Failed to fetch')
    await expect(sandbox.fetch(`/api/entities/${dish.soup}`)).rejects.toThrow('Failed to fetch')

    await sandbox.clearFaults()

    expect((await fetch(`${api}/api/entities/${dish.soup}`)).status).toBe(200)
  }),
)

test(
  'a component has the health that a test gives it, until it is reset',
  withSandbox(async (sandbox) => {
    const label = async () =>
      (await (await fetch(`${api}/api/status`)).json()).aggregated_service_status_label

    await sandbox.setHealth('search', 'Red', { message: 'Down.' })
    const before = await label()
    await sandbox.resetHealth('search')

    expect([before, await label()]).toEqual(['Red', 'Green'])
  }),
)

test(
  'a scenario is entered and left',
  withSandbox(async (sandbox) => {
    await sandbox.setScenario('search-degraded')
    await fetch(`${api}/api/entities/${dish.soup}`).catch(() => undefined)
    await sandbox.setScenario(null)
    await fetch(`${api}/api/entities/${dish.soup}`)

    expect((await sandbox.requests()).map(({ scenario }) => scenario)).toEqual(['search-degraded', null])
  }),
)

test(
  'an export can be given to another sandbox',
  withSandbox(async (sandbox) => {
    await sandbox.give('T.Menu', { identifier: 'brunch' })

    expect(JSON.stringify(await sandbox.export())).toContain('"brunch"')
  }),
)

test(
  'the clock stays where a test freezes it, and moves when the test moves it',
  withSandbox(async (sandbox) => {
    await sandbox.clock.freeze('2026-06-15T12:00:00Z')
    await sandbox.clock.advance(60_000)

    const given = await sandbox.give('T.Dish', { properties: { Title: 'a.png' } })

    expect(given.created_on).toBe('2026-06-15T12:01:00.000Z')
  }),
)

test(
  'a snapshot brings back what was there',
  withSandbox(async (sandbox) => {
    const { id } = await sandbox.give('T.Dish', { properties: { Title: 'a.png' } })
    const before = await sandbox.snapshot()

    await sandbox.remove(id)
    await sandbox.restore(before)

    expect(await sandbox.has(id)).toBe(true)
  }),
)

test(
  "a test's own requests leave no trace among those received",
  withSandbox(async (sandbox) => {
    await sandbox.give('T.Dish', { properties: { Title: 'a.png' } })
    await fetch(`${api}/api/entities/1001`)

    expect((await sandbox.requests()).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/entities/1001',
    ])
  }),
)

describe('toHaveReceived', () => {
  test(
    'waits for a request that is still to come',
    withSandbox(async (sandbox) => {
      setTimeout(() => void fetch(`${api}/api/entities/1001`), 50)

      await expect(sandbox).toHaveReceived('GET', '/api/entities/:id', { count: 1 })
      await expect(sandbox).not.toHaveReceived('DELETE', '/api/entities/:id')
    }),
  )

  test(
    'shows how the nearest request differs when it fails',
    withSandbox(async (sandbox) => {
      const { id } = await sandbox.give('T.Dish', { properties: { Title: 'a.png' } })

      await fetch(`${api}/api/entities/${id}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ properties: { Title: 'bread.png' } }),
      })
      const failure = expect(sandbox).toHaveReceived('PUT', '/api/entities/:id', {
        body: { properties: { Title: 'soup.png' } },
        timeout: 0,
      })

      await expect(failure).rejects.toThrow(
        [
          'Expected the sandbox to have received PUT /api/entities/:id.',
          `The nearest is request 1, PUT /api/entities/${id} -> 204 by editor:`,
          '    body.properties.Title',
          '  -   "soup.png"',
          '  +   "bread.png"',
          '',
          'All requests received:',
          `  1. PUT /api/entities/${id} -> 204 by editor`,
        ].join('\n'),
      )
    }),
  )

  test(
    'says how often a request came, and that it came where it should not',
    withSandbox(async (sandbox) => {
      await fetch(`${api}/api/entities/1001`)

      await expect(
        expect(sandbox).toHaveReceived('GET', '/api/entities/1001', { count: 2, timeout: 0 }),
      ).rejects.toThrow('GET /api/entities/1001 2 times.\nIt has received it once.')
      await expect(expect(sandbox).not.toHaveReceived('GET', '/api/entities/1001')).rejects.toThrow(
        'not to have received GET /api/entities/1001, but it has:\n  GET /api/entities/1001 -> 200',
      )
    }),
  )
})

test('a request without a route fails the test, with an error that names the nearest route', async () => {
  const body = withSandbox(async () => {
    await fetch(`${api}/api/entitties/1001`)
  })

  await expect(body()).rejects.toThrow(
    'The API has no route for these requests:\n  GET /api/entitties/1001 -> 404\n    nearest: GET, HEAD /api/entities/:id.',
  )
})

describe('tests that run at the same time', () => {
  test.concurrent.for(Array.from({ length: 20 }, (_, index) => index))(
    'see what they changed themselves and nothing else (%i)',
    withSandbox(async (sandbox, index: number) => {
      await fetch(`${api}/api/entities/identifier/shared`).then((response) =>
        expect(response.status).toBe(404),
      )
      await fetch(`${api}/api/entities`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          identifier: 'shared',
          entitydefinition: { href: '/api/entitydefinitions/T.Dish' },
          properties: { Title: `${index}.png` },
        }),
      })
      await new Promise((resolve) => {
        setTimeout(resolve, 5)
      })
      const response = await (await fetch(`${api}/api/entities/identifier/shared`)).json()

      expect(response).toMatchObject({ properties: { Title: `${index}.png` } })
      expect(await sandbox.requests()).toHaveLength(3)
    }),
  )
})

test('an open sandbox handles requests until it is disposed of', async () => {
  {
    await using sandbox = await open()

    await sandbox.give('T.Dish', { identifier: 'mine', properties: { Title: 'a.png' } })

    expect((await fetch(`${api}/api/entities/identifier/mine`)).status).toBe(200)
  }

  await using another = await open()

  expect(await another.has('mine')).toBe(false)
})

test('options that do not fit together are said by every test that begins with them', async () => {
  const broken = seedSandboxes({ data: { entities: [{ id: 1, definition: 'T.Nothing' }] } })
  const body = broken.withSandbox(() => undefined)

  await expect(body()).rejects.toThrow('T.Nothing')
  await expect(body()).rejects.toThrow('T.Nothing')
})

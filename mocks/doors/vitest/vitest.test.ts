import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getResponse, graphql, http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, onTestFinished, test as plain, vi } from 'vitest'
import { dish, kitchen } from '../../testing/kitchen-data.ts'
import { isDeep } from '../../testing/scale.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { matchers, seedSandboxes, withMatchers, type Sandbox } from './index.ts'

expect.extend(matchers)

const { handlers, open, withSandbox } = seedSandboxes(kitchen)
const server = setupServer(...handlers)

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

const api = 'http://api.test'

/** A test with a sandbox of its own. */
// oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- the callers' tests have both
const test = (title: string, body: (sandbox: Sandbox) => Promise<void>) => plain(title, withSandbox(body))

const send = (method: string, path: string, json: object) =>
  fetch(`${api}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  })

const ask = (body: object) => send('POST', '/api/graphql/preview/v1', body)

test('an application can read an entity that a test has created, and the test can find it', async (sandbox) => {
  const soup = await sandbox.give<{ Title: string; Servings: number }>('T.Dish', {
    identifier: 'soup',
    properties: { Title: "leek's.png", Servings: 2 },
  })

  const response = await (await fetch(`${api}/api/entities/${soup.id}`)).json()
  const [found] = await sandbox.find('T.Dish', { Title: "leek's.png" })

  expect(soup.properties.Title).toBe("leek's.png")
  expect(response).toMatchObject({ identifier: 'soup', self: { href: `${api}/api/entities/${soup.id}` } })
  expect(found?.id).toBe(soup.id)
  expect((await sandbox.entity('soup')).id).toBe(soup.id)
})

test('relations accept ids and entities', async (sandbox) => {
  const created = await sandbox.give('T.Dish', { relations: { DishToSide: { children: [dish.salad] } } })
  const menu = await sandbox.give('T.Menu', { relations: { MenuToDish: { children: [created] } } })

  const relation = await sandbox.fetch(`/api/entities/${menu.id}/relations/MenuToDish`)
  const sides = await sandbox.fetch(`/api/entities/${created.id}/relations/DishToSide`)

  expect(await relation.json()).toMatchObject({
    children: [{ href: expect.stringMatching(`/${created.id}$`) }],
  })
  expect(await sides.json()).toMatchObject({
    children: [{ href: expect.stringMatching(`/${dish.salad}$`) }],
  })
})

test('omitted mandatory properties of a new entity are generated, those of an existing entity keep their values', async (sandbox) => {
  const created = await sandbox.give('T.Dish', { identifier: 'stew', properties: { Servings: 3 } })
  await sandbox.change('stew', { Title: 'Stew' })
  const updated = await sandbox.give('T.Dish', { identifier: 'stew', properties: { Servings: 4 } })

  expect(created.properties).toMatchObject({ Title: expect.any(String), Servings: 3 })
  expect(updated.properties).toMatchObject({ Title: 'Stew', Servings: 4 })
})

plain('an assertion that is not awaited fails its test', async () => {
  const run = withSandbox((sandbox) => {
    void expect(sandbox).toHaveReceived('PUT', '/api/entities/7')
  })

  await expect(run()).rejects.toThrow(
    `Put "await" before expect(sandbox).toHaveReceived('PUT', '/api/entities/7').`,
  )
})

test('mandatory properties are generated even if there is no other entity of the definition', async (sandbox) => {
  await sandbox.setScenario('empty')

  const created = await sandbox.give('T.Dish')

  expect(created.properties['Title']).toMatch(/\w/)
  await expect(sandbox.give('T.Dsh')).rejects.toThrow(
    'There is no definition "T.Dsh". Did you mean "T.Dish"?',
  )
})

test('withMatchers() adds the matchers to the expect of another runner, with their types', async (sandbox) => {
  const extended = withMatchers(expect)

  await sandbox.fetch('/api')

  await extended(sandbox).not.toHaveReceived('PUT', '/api')
  await expect(extended(sandbox).toHaveReceived('PUT', '/api', { timeout: 0 })).rejects.toThrow(/PUT \/api/)
})

plain(
  'a sandbox that is left open fails its file if the runner has a global afterAll(), as Jest has',
  async () => {
    let endFile = () => {}

    vi.stubGlobal('afterAll', (hook: () => void) => (endFile = hook))
    onTestFinished(() => void vi.unstubAllGlobals())

    const { open } = seedSandboxes(kitchen)
    const sandbox = await open()

    expect(endFile).toThrow(
      /A sandbox was left open.*await sandbox\.close\(\).*Opened at:\n.*vitest\.test\.ts/s,
    )
    await sandbox.close()
    expect(endFile).not.toThrow()
  },
)

plain.runIf(isDeep)('a sandbox that is left open fails its file in Vitest', { timeout: 60_000 }, async () => {
  const text = `import { test } from 'vitest'
import { seedSandboxes } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))}
import { isDeep } from '../../testing/scale.ts'

const { open } = seedSandboxes({ entities: 1 })

test('leaves one open', async () => void (await open()))
`
  const root = temporaryFolder({ 'open.test.mjs': text })
  const vitest = join(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs')
  const running = promisify(execFile)(process.execPath, [vitest, 'run', '--root', root])

  await expect(running).rejects.toMatchObject({
    stderr: expect.stringMatching(/A sandbox was left open.*Opened at:\n.*open\.test\.mjs:6/s),
  })
})

plain('the error for several open sandboxes lists where they were opened', async () => {
  const [first, second] = [await open(), await open()]

  try {
    await expect(getResponse(handlers, new Request(`${api}/api`))).rejects.toThrow(
      /Opened at:.*vitest\.test\.ts.*vitest\.test\.ts/s,
    )
  } finally {
    await first.close()
    await second.close()
  }
})

test('find() rejects unknown names, and suggests similar ones', async (sandbox) => {
  await expect(sandbox.find('T.Dsh')).rejects.toThrow(
    'There is no definition "T.Dsh". Did you mean "T.Dish"?',
  )
  await expect(sandbox.find('T.Dish', { Titel: 'Leek' })).rejects.toThrow(
    'No definition has a property "Titel". Did you mean "Title"?',
  )
  await sandbox.setValidation('off')
  await expect(sandbox.find('T.Tag', { Servings: 2 })).rejects.toThrow('T.Tag has no property "Servings".')
})

test('the error of a rejected verb says what failed and why', async (sandbox) => {
  await expect(sandbox.give('T.Dish', { properties: { Servings: 'many' } })).rejects.toThrow(
    /^Failed to give T\.Dish: the sandbox returned 400.*Servings/,
  )
  await expect(sandbox.remove(999)).rejects.toThrow(
    'Failed to remove entity 999: the sandbox returned 404. Entity 999 was not found.',
  )
})

test('a handler of a GraphQL operation precedes the sandbox, which verifies the operation all the same', async (sandbox) => {
  sandbox.use(graphql.query('DishPage', () => HttpResponse.json({ data: { own: true } })))

  const overridden = await ask({ query: 'query DishPage { own }' })
  const ordinary = await ask({ query: 'query Other { t_Dish(id: "none") { id } }' })

  expect(await overridden.json()).toEqual({ data: { own: true } })
  expect(await ordinary.json()).toEqual({ data: { t_Dish: null } })
  await expect(sandbox).toHaveReceived('query', 'DishPage')
})

test('a handler that a test uses precedes the sandbox, and its response is recorded in the journal', async (sandbox) => {
  sandbox.use(
    http.get('/api/entities/:id', () => HttpResponse.json({ Message: 'Gone fishing.' }, { status: 503 })),
  )
  const overridden = await fetch(`${api}/api/entities/1001`)

  sandbox.stopUsing()
  const ordinary = await fetch(`${api}/api/entities/1001`)

  expect([overridden.status, ordinary.status]).toEqual([503, 200])
  const [first] = await sandbox.requests({ path: '/api/entities/:id' })
  expect(first).toMatchObject({ route: 'user-handler', status: 503 })
})

test('a handler can break the connection', async (sandbox) => {
  sandbox.use(http.get('*/api/entities/:id', () => HttpResponse.error()))

  await expect(fetch(`${api}/api/entities/1001`)).rejects.toThrow('Failed to fetch')
})

test('faults affect the requests of the application and fetch(), but not the other verbs', async (sandbox) => {
  const id = await sandbox.addFault({ match: { method: 'GET' }, effect: { kind: 'response', status: 503 } })
  const rejected = await fetch(`${api}/api/entities/${dish.soup}`)
  const existsForTest = await sandbox.has(dish.soup)

  await sandbox.removeFault(id)
  await sandbox.addFaultPreset('offline')

  expect(rejected.status).toBe(503)
  expect(existsForTest).toBe(true)
  await expect(fetch(`${api}/api/entities/${dish.soup}`)).rejects.toThrow('Failed to fetch')
  await expect(sandbox.fetch(`/api/entities/${dish.soup}`)).rejects.toThrow('Failed to fetch')

  await sandbox.clearFaults()

  expect((await fetch(`${api}/api/entities/${dish.soup}`)).status).toBe(200)
})

describe('toHaveReceived', () => {
  test('names likely causes when there were no requests at all', async (sandbox) => {
    const failure = expect(sandbox).toHaveReceived('PUT', '/api/entities/:id', { timeout: 0 })

    await expect(failure).rejects.toThrow(
      /received no requests.*\n {2}- msw does not have the handlers.*\n {2}- the application calls another origin than the option "api"/,
    )
  })

  test('waits for a request', async (sandbox) => {
    setTimeout(() => void fetch(`${api}/api/entities/1001`), 50)

    await expect(sandbox).toHaveReceived('GET', '/api/entities/:id', { count: 1 })
    await expect(sandbox).not.toHaveReceived('DELETE', '/api/entities/:id')
  })

  test('reports how the nearest request differs', async (sandbox) => {
    const { id } = await sandbox.give('T.Dish', { properties: { Title: 'a.png' } })

    await sandbox.addFault({ name: 'slow', match: { path: '/api/search' }, effect: { kind: 'empty' } })
    await send('PUT', `/api/entities/${id}`, { properties: { Title: 'bread.png' } })
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
        'Requests received:',
        `  1. PUT /api/entities/${id} -> 204 by editor`,
        'Fault "slow" of any method /api/search: no request was affected.',
      ].join('\n'),
    )
  })

  test('verifies GraphQL by the operation and its variables, and reports how the nearest differs', async (sandbox) => {
    await ask({
      query: 'query DishPage($id: String) { t_Dish(id: $id) { id } }',
      variables: { id: 'leek-soup' },
    })
    await ask({ query: '{ allT_Dish { total } }' })

    await expect(sandbox).toHaveReceived('query', 'DishPage', { variables: { id: 'leek-soup' }, count: 1 })
    await expect(sandbox).toHaveReceived('POST', '/api/graphql/*', { graphql: { field: 'allT_Dish' } })
    await expect(sandbox).not.toHaveReceived('query', 'MenuPage')
    expect(await sandbox.requests({ graphql: { operation: 'DishPage' } })).toHaveLength(1)
    await expect(
      expect(sandbox).toHaveReceived('query', 'DishPage', { variables: { id: 'bread' }, timeout: 0 }),
    ).rejects.toThrow(
      [
        'Expected the sandbox to have received query DishPage.',
        'The nearest is request 1, query DishPage -> 200 by editor:',
        '    graphql.variables.id',
        '  -   "bread"',
        '  +   "leek-soup"',
        '',
        'Requests received:',
        '  1. query DishPage -> 200 by editor',
        '  2. query { allT_Dish } -> 200 by editor',
      ].join('\n'),
    )
  })

  test('reports how many times a request was received, and an unexpected request', async (sandbox) => {
    await fetch(`${api}/api/entities/1001`)

    await expect(
      expect(sandbox).toHaveReceived('GET', '/api/entities/1001', { count: 2, timeout: 0 }),
    ).rejects.toThrow('GET /api/entities/1001 2 times.\nIt was received once.')
    await expect(expect(sandbox).not.toHaveReceived('GET', '/api/entities/1001')).rejects.toThrow(
      'not to have received GET /api/entities/1001, but it has:\n  GET /api/entities/1001 -> 200',
    )
  })
})

plain('a request without a route fails the test, with an error that names the nearest route', async () => {
  const body = withSandbox(async () => {
    await fetch(`${api}/api/entitties/1001`)
  })

  await expect(body()).rejects.toThrow(
    'The API has no route for these requests:\n  GET /api/entitties/1001 -> 404\n    nearest: GET, HEAD /api/entities/:id.',
  )
})

describe('concurrent tests', () => {
  plain.concurrent.for(Array.from({ length: 20 }, (_, index) => index))(
    'see only their own changes (%i)',
    withSandbox(async (sandbox, index: number) => {
      await fetch(`${api}/api/entities/identifier/shared`).then((response) =>
        expect(response.status).toBe(404),
      )
      await send('POST', '/api/entities', {
        identifier: 'shared',
        entitydefinition: { href: '/api/entitydefinitions/T.Dish' },
        properties: { Title: `${index}.png` },
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

plain('an open sandbox handles requests until it is disposed of', async () => {
  {
    await using sandbox = await open()

    await sandbox.give('T.Dish', { identifier: 'mine', properties: { Title: 'a.png' } })

    expect((await fetch(`${api}/api/entities/identifier/mine`)).status).toBe(200)
  }

  await using another = await open()

  expect(await another.has('mine')).toBe(false)
})

plain('every test reports an error in the options of its sandboxes', async () => {
  const broken = seedSandboxes({ data: { entities: [{ id: 1, definition: 'T.Nothing' }] } })
  const body = broken.withSandbox(() => undefined)

  await expect(body()).rejects.toThrow('T.Nothing')
  await expect(body()).rejects.toThrow('T.Nothing')
})

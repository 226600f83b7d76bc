import { expect, test } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { createService } from '../../local/create-service.ts'
import type { Service } from '../../service/http/service.ts'
import { bytesOf } from '../../data/model/shared/bytes.ts'
import { readJson, readUtf8 } from '../../data/model/shared/read-json.ts'
import type { Data } from '../../data/model/data-tables.ts'
import { responseOf, serviceRequest } from '../ask-service.ts'
import { isDeep } from '../scale.ts'

type Sent = readonly [method: string, path: string, search?: string, body?: object | Uint8Array]

/** Requests that take long the first time, besides every GET without parameters. */
const longOnes: readonly Sent[] = [
  ['GET', '/api/entities/query', "query=FullText=='harbour morning'"],
  ['GET', '/api/entities/query', 'query=id>0&sort=ModifiedOn&skip=90000'],
  ['GET', '/api/entitydefinitions/M.Asset/entities', 'sort=Title'],
  ['GET', '/api/entities/100/relations/AssetTypeToAsset'],
  ['POST', '/api/search', '', { aggregations: ['Title', 'ModifiedOn'] }],
  ['POST', '/api/search/allfacets', '', {}],
]

test.runIf(isDeep)(
  'with 100,000 entities, no request holds others for longer than JSON of 4,000 entities takes, or fails',
  async () => {
    const sandbox = await buildSandbox({ entities: 100_000 })
    const service = createService(sandbox)
    const limit = Math.max(yardstick(sandbox.data), yardstick(sandbox.data))
    const problems: string[] = []

    for (const sent of [...longOnes, ...readsWithoutParameters(service)]) {
      const [method, path, search = '', json] = sent
      const request = serviceRequest(method, path, { search, json })
      const [{ status }, longest] = await longestTurn(() => responseOf(service, request))

      if (status >= 500 || longest > limit)
        problems.push(`${method} ${path}?${search}: ${status}, ${longest} ms of ${limit}`)
    }

    expect(problems).toEqual([])
  },
  600_000,
)

test('a body is compared with many large ones while others are answered', async () => {
  const service = createService(await buildSandbox({ entities: 1 }))
  const send = (path: string, json: object) => responseOf(service, serviceRequest('POST', path, { json }))
  const list = Array.from({ length: 10_000 }, (_, index) => index)

  for (let count = 0; count < 80; count++) await send('/api/search', { list })

  const before = usedTime()
  const [{ status }, longest] = await longestTurn(() =>
    send('/__sandbox/journal/verify', { method: 'POST', body: { list: [1] } }),
  )

  expect(status).toBe(200)
  expect(longest).toBeLessThan((usedTime() - before) / 2)
})

test.runIf(isDeep)(
  'thousands of differences are counted, and the first returned, while others are answered',
  async () => {
    const service = createService(await buildSandbox({ entities: 1, journal: { bodyBytes: 2 ** 20 } }))
    const send = (path: string, json: object) => responseOf(service, serviceRequest('POST', path, { json }))
    const listOf = (extra: object) => Array.from({ length: 12_000 }, (_, a) => ({ a, ...extra }))
    const expected = { method: 'POST', body: { list: listOf({ b: [1] }) } }
    const verify = () => send('/__sandbox/journal/verify', expected)

    for (let count = 0; count < 40; count++) await send('/api/search', { list: listOf({ b: [2] }) })
    await verify() // compiles what is measured

    const before = usedTime()
    const [{ body }, longest] = await longestTurn(verify)

    expect(JSON.parse(body)).toMatchObject({ nearest: { differences: { length: 100 } } })
    expect(longest).toBeLessThan((usedTime() - before) / 10)
  },
  60_000,
)

test('hundreds of recorded requests are read while others are answered', async () => {
  const service = createService(await buildSandbox({ entities: 100 }))
  const read = (path: string, search = '') => responseOf(service, serviceRequest('GET', path, { search }))

  for (let count = 0; count < 300; count++) await read(`/api/entities/${1000 + (count % 50)}`)
  await read('/__sandbox/journal', 'limit=300') // compiles what is measured

  const before = usedTime()
  const [{ body }, longest] = await longestTurn(() => read('/__sandbox/journal', 'limit=300'))

  expect(JSON.parse(body)).toMatchObject({ items: { length: 300 } })
  expect(longest).toBeLessThan((usedTime() - before) / 2)
})

test.runIf(isDeep)('a query that is too large is rejected while others are answered', async () => {
  const service = createService(await buildSandbox({ entities: 1 }))
  const filled = (item: object | string, length: number) => Array.from({ length }, () => item)
  const filters = [
    { type: 'Composite', children: filled({ type: 'Propertyy', property: 'Title' }, 20_000) },
    { type: 'Composite', children: filled({ name: 'Title' }, 25_000) },
    { type: 'Id', ids: filled('x', 250_000) },
  ]

  for (const filter of filters) {
    const body = bytesOf(JSON.stringify({ query: { filter } }))
    const before = usedTime()

    for (let time = 0; time < 40; time++) readJson(readUtf8(body))

    const limit = usedTime() - before
    const request = serviceRequest('POST', '/api/entities/query', { json: body })
    const [{ status }, longest] = await longestTurn(() => responseOf(service, request))

    expect(status).toBe(400)
    expect(longest).toBeLessThan(limit)
  }
})

test.runIf(isDeep)('a list that is too long is rejected while others are answered', async () => {
  const service = createService(await buildSandbox({ entities: 1 }))
  const list = Array.from({ length: 300_000 }, (_, index) => `${index}`)
  const bodies: readonly (readonly [path: string, body: object])[] = [
    ['/__sandbox/faults', { effect: { kind: 'latency', ms: 1 }, match: { definitions: list } }],
    ['/__sandbox/journal/verify', { method: 'GET', inOrder: list }],
    [
      '/api/entities',
      { entitydefinition: { href: '/api/entitydefinitions/M.Asset' }, properties: { Title: list } },
    ],
  ]

  for (const [path, json] of bodies) {
    const body = bytesOf(JSON.stringify(json))
    const before = usedTime()

    for (let time = 0; time < 5; time++) readJson(readUtf8(body))

    const limit = usedTime() - before
    const [{ status, body: text }, longest] = await longestTurn(() =>
      responseOf(service, serviceRequest('POST', path, { json: body })),
    )

    expect([path, status, text]).toEqual([path, 400, expect.stringContaining('more than 25000 items')])
    expect(longest).toBeLessThan(limit)
  }
})

/** Streams of events don't end. */
function readsWithoutParameters({ router }: Service): Sent[] {
  return router.routes
    .filter(({ methods }) => methods.includes('GET'))
    .map(({ path }) => path.replace(/\/:\w+\?/g, ''))
    .filter((path) => !path.includes(':') && !path.includes('*') && !path.endsWith('/events'))
    .map((path) => ['GET', path] as const)
}

/** The milliseconds of a fixed amount of work on this machine. */
function yardstick({ entities }: Data): number {
  const before = usedTime()

  JSON.parse(JSON.stringify([...entities.all()].slice(0, 4_000)))

  return usedTime() - before
}

/** Processor time, since other programs may use the machine. */
function usedTime(): number {
  const { user, system } = process.cpuUsage()

  return Math.round((user + system) / 1000)
}

/** The result of some work, and the longest time during which nothing else could run. */
async function longestTurn<R>(work: () => Promise<R>): Promise<[R, milliseconds: number]> {
  const state = { isDone: false, longest: 0, last: usedTime() }
  const result = work().finally(() => (state.isDone = true))

  while (!state.isDone) {
    await new Promise((done) => setImmediate(done))
    const now = usedTime()

    state.longest = Math.max(state.longest, now - state.last)
    state.last = now
  }

  return [await result, state.longest]
}

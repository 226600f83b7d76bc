import { expect } from 'vitest'
import { createService } from '../../../local/create-service.ts'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { openDoors, origin, type Doors } from '../../../testing/doors.ts'
import { expand } from '../../../testing/compatibility/program.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

const version2 = { headers: { 'X-ApiVersion': '2' } }

async function routesOf(
  doors: Doors,
): Promise<[name: string, link: { href: string; templated?: boolean }][]> {
  const { routes } = await doors.get<{ routes: Record<string, { href: string }> }>('/api', version2)

  return Object.entries(routes)
}

test('the root of version 2 has version numbers that clients accept, and routes', async (doors) => {
  const root = await doors.get('/api', version2)

  expect(root).toMatchObject({
    file_version: expect.stringMatching(/^[4-9]\d*\.\d+\.\d+\.\d+$/),
    minimum_sdk_version: '3.0.0.0',
    routes: { entities: { href: `${origin}/api/entities` } },
  })
})

test('the root without a version is a flat map of links with titles', async (doors) => {
  expect(await doors.get('/api')).toMatchObject({
    entities: { href: `${origin}/api/entities`, title: expect.any(String) },
    entitydefinitions: { templated: true },
  })
})

test('a route of the root is a template if and only if it has placeholders (interface 2.1.1)', async (doors) => {
  const routes = await routesOf(doors)

  expect(routes.filter(([, { templated = false, href }]) => templated !== href.includes('{'))).toEqual([])
})

test('every route of the root has an operation that accepts the parameters of the template', async () => {
  await using doors = await openDoors()
  const service = createService(await buildSandbox({ entities: 1 }))
  const problems = (await routesOf(doors)).flatMap(([name, { href }]) => {
    const path = new URL(expand(href.replace(/\{(\w+)\}/g, '1'), {})).pathname
    const found = ['GET', 'POST'].flatMap((method) => service.router.routeFor(method, path) ?? [])
    const accepted = new Set(found.flatMap(({ query }) => Object.keys(query ?? {})))
    const offered = /\{\?([^}]*)\}/.exec(href)?.[1]?.split(',') ?? []

    if (found.length === 0) return [`${name} has no operation`]

    return offered.filter((each) => !accepted.has(each)).map((each) => `${name} does not accept ${each}`)
  })

  expect(problems).toEqual([])
})

test('every link has the path prefix of its request', async (doors) => {
  const responses = [
    await doors.fetch('/s/blue/api', version2),
    await doors.post('/s/blue/api/entities/query', {
      query: { filter: { type: 7, operator: 0, value: 1001 } },
    }),
    await doors.fetch('/s/blue/api/entitydefinitions?take=2'),
    await doors.fetch('/s/blue/api/entities/1001?nestedRelations=TagToDish'),
  ]
  const texts = await Promise.all(responses.map((response) => response.text()))
  const links = texts.flatMap((text) => text.match(/http:\/\/[^"]*/g) ?? [])

  expect(links.length).toBeGreaterThan(40)
  expect(links.filter((link) => !link.startsWith(`${origin}/s/blue/api`))).toEqual([])
})

test('the root tells caches that it depends on the requested version, for pages of other origins too', async (doors) => {
  const response = await doors.fetch('/api', { headers: { origin: 'http://app.test' } })

  expect(response.headers.get('vary')).toBe('X-ApiVersion, Origin')
})

test('the root has version 1 for a requested version that does not exist', async (doors) => {
  expect(await doors.get('/api', { headers: { 'X-ApiVersion': 'abc' } })).toEqual(await doors.get('/api'))
})

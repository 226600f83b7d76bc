import { expect } from 'vitest'
import { dish, openKitchen } from '../../testing/kitchen.ts'
import { test } from '../../testing/test-with-kitchen.ts'
import type { Doors } from '../../testing/doors.ts'

const soup = `/api/entities/${dish.soup}`

const setLevel = (doors: Doors, level: string, prefix = '') =>
  doors.put(`${prefix}/__sandbox/validation`, { level })

/** Changes the soup with an unknown member and an unknown parameter. */
const change = (doors: Doors, prefix = '') =>
  doors.put(`${prefix}${soup}?cultur=en-US`, { properties: { Title: 'Soup' }, 'proper/ties': {} })

const texts = {
  parameter: '"cultur" is not recognized. Did you mean "culture"?',
  member: '"proper/ties" is not recognized. Did you mean "properties"?',
}

test('ignored parts of a request are listed with their places in a header and in the journal', async (doors) => {
  const response = await change(doors)
  const { items } = await doors.get<{ items: { warnings: object[] }[] }>('/__sandbox/journal')

  expect(response.status).toBe(204)
  expect(response.headers.get('x-sandbox-warning')).toBe(
    `cultur: ${texts.parameter}; /proper~1ties: ${texts.member}`,
  )
  expect(items.at(-1)?.warnings).toEqual([
    { place: 'cultur', text: texts.parameter },
    { place: '/proper~1ties', text: texts.member },
  ])
})

test('enforce rejects a request that has warnings, with the same messages', async (doors) => {
  const before = await doors.get(soup)

  await setLevel(doors, 'enforce')

  const rejected = await change(doors)
  const unknown = await doors.put(soup, { 'proper/ties': {} })

  expect(rejected.status).toBe(400)
  expect(await rejected.json()).toEqual({ cultur: texts.parameter })
  expect(unknown.status).toBe(400)
  expect(await unknown.json()).toEqual({ 'proper/ties': texts.member })
  expect(await doors.get(soup)).toEqual(before)
})

test('off disables warnings; each sandbox has its own level, and a reset restores that of the settings', async () => {
  await using doors = await openKitchen({ validate: 'enforce' })

  await setLevel(doors, 'off', '/s/blue')
  expect((await change(doors, '/s/blue')).headers.has('x-sandbox-warning')).toBe(false)
  expect((await change(doors)).status).toBe(400)

  await doors.post('/s/blue/__sandbox/reset', {})
  expect(await doors.get('/s/blue/__sandbox')).toMatchObject({ validation: 'enforce' })
})

test.table([
  [`${soup}?loadPermissions=yes`, 'loadPermissions: Expected true or false.'],
  [`${soup}?loadPermissions=TRUE&_=123&Members=Title`, null],
  ['/api/search', '/sorting/ascending: "ascending" is not recognized. Available: field, asc.'],
  ['/api/entities/query', '/query/filter/ids/0: Expected a number, not a text.'],
])(
  'values of another type give a warning; another letter case and a cache buster do not: %s',
  async (doors, path, warning) => {
    const bodies: Record<string, object> = {
      '/api/search': {
        fullText: ['leek'],
        sorting: { field: 'id', ascending: true },
        calendarStartDate: null,
      },
      '/api/entities/query': { query: { filter: { type: 'Id', operator: 'Equals', ids: ['1001'] } } },
    }
    const json = bodies[path]
    const headers = { 'x-auth-token': 'sandbox-admin' }
    const response = await doors.fetch(path, json ? { method: 'POST', json, headers } : { headers })

    expect(response.status).toBe(200)
    expect(response.headers.get('x-sandbox-warning')).toBe(warning)
  },
)

test('a request has at most twenty warnings, in a header of ASCII', async (doors) => {
  const members = Array.from({ length: 30 }, (_, index) => [`größe-${index}`, 1])
  const response = await doors.put(soup, Object.fromEntries(members))
  const header = response.headers.get('x-sandbox-warning') ?? ''

  expect(header.split('; ')).toHaveLength(20)
  expect(header).toMatch(/^[\x20-\x7e]+$/)
})

import { expect } from 'vitest'
import { jsonOf, origin } from '../../../testing/doors.ts'
import { dish } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

const soup = `/api/entities/${dish.soup}`
const dishDefinition = { href: `${origin}/api/entitydefinitions/T.Dish` }

/** Values as JSON text, since some can not be written as a value. */
test.table([
  ['a date that does not exist', 'CookedOn', '"2027-02-31"'],
  ['29 February of a common year', 'CookedOn', '"2027-02-29"'],
  ['a time on a date that does not exist', 'ServedAt', '"2027-06-31T10:00:00+02:00"'],
  ['a time after the year 9999', 'ServedAt', '"9999-12-31T23:00:00-10:00"'],
  ['a number out of range', 'Price', '1e400'],
  ['a number out of range inside JSON', 'Extra', '{"a":[1e400]}'],
  ['a Long that JSON rounds', 'Sold', '9007199254740993'],
  ['a negative Long that JSON rounds', 'Sold', '-9007199254740993'],
  ['the name of a prototype', '__proto__', '1'],
  ['the name of a prototype inside JSON', 'Extra', '{"__proto__":1,"b":2}'],
])('PUT rejects %s by the name of its property', async (doors, _, property, value) => {
  const before = await doors.get(soup)
  const response = await doors.fetch(soup, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: `{"properties":{"${property}":${value}}}`,
  })
  const failures = Object.entries((await response.json()) as object)

  expect(response.status).toBe(400)
  expect(failures).toEqual([[expect.stringContaining(property), expect.stringMatching(/\.$/)]])
  expect(await doors.get(soup)).toEqual(before)
})

test('a leap day, and the smallest Long that JSON represents exactly, are stored', async (doors) => {
  const properties = { CookedOn: '2028-02-29', Sold: Number.MIN_SAFE_INTEGER }

  expect((await doors.put(soup, { properties })).status).toBe(204)
  expect(await doors.get(soup)).toMatchObject({
    properties: { CookedOn: '2028-02-29T00:00:00.000Z', Sold: Number.MIN_SAFE_INTEGER },
  })
})

test.table(['no such!culture', '__proto__', 'en-US,nl-NL'])(
  'PUT rejects the culture %s',
  async (doors, culture) => {
    const response = await doors.put(`${soup}?culture=${encodeURIComponent(culture)}`, {
      properties: { Title: 'Soup' },
    })

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ culture: expect.stringContaining(culture) })
  },
)

test('the cultures of a POST are added to those of the entity, new or existing', async (doors) => {
  const post = (more: object) =>
    doors.post('/api/entities', { entitydefinition: dishDefinition, properties: { Title: 'Stew' }, ...more })
  const created = await post({ cultures: ['fr-FR'] })
  const { id } = (await created.json()) as { id: number }

  await post({ id, cultures: ['de-DE'] })

  expect(await doors.get(`/api/entities/${id}`)).toMatchObject({ cultures: ['fr-FR', 'de-DE'] })
})

test.table(['__proto__', 'constructor', 'fr-FR'])(
  'GET returns null for the culture %s',
  async (doors, culture) => {
    const text = await (await doors.fetch(`${soup}?culture=${culture}`)).text()

    expect(text).toContain(`"Story":{"${culture}":null}`)
  },
)

test.table([
  ['culture "garbage!!"', { cultures: ['garbage!!'] }, 'cultures.0'],
  ['culture ""', { cultures: [''] }, 'cultures.0'],
  ['culture "__proto__"', { cultures: ['__proto__'] }, 'cultures.0'],
  ['identifier ".", invalid in a URL', { identifier: '.' }, 'identifier'],
  ['identifier "..", invalid in a URL', { identifier: '..' }, 'identifier'],
])('POST rejects the %s', async (doors, _, members, place) => {
  const json = { entitydefinition: dishDefinition, properties: { Title: 'Stew' }, ...members }

  expect(await jsonOf(400, doors.post('/api/entities', json))).toHaveProperty([place])
})

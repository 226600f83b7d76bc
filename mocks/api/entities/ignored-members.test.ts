import { expect } from 'vitest'
import { origin } from '../../testing/doors.ts'
import { dish, openKitchen, tag } from '../../testing/kitchen.ts'
import { test } from '../../testing/test-with-kitchen.ts'

const soup = `/api/entities/${dish.soup}`
const soupTags = `${origin}${soup}/relations/TagToDish`
const cheap = { href: `${origin}/api/entities/${tag.cheap}` }

interface Related {
  relations: { TagToDish: { parents: { href: string }[] } }
}

test.each([
  ['by id', soup, { id: '14000', relations: { X: 5 } }],
  ['by id', soup, { entitydefinition: '/api/entitydefinitions/T.Menu', self: 5 }],
  ['by id', soup, { relations: 'x', cultures: 'x', identifier: 5 }],
  ['by identifier', '/api/entities/identifier/leek-soup', { id: 'x', relations: 'x', self: null }],
  ['by identifier', '/api/entities/identifier/leek-soup', { relations: { TagToDish: [cheap] } }],
])(
  'PUT %s ignores the members that it must ignore, even invalid ones (interface 4.1.4 and 4.1.5)',
  async (_, path, ignored) => {
    await using doors = await openKitchen()
    const response = await doors.put(path, { properties: { Title: 'Soup' }, ...ignored })

    expect(response.status).toBe(204)
    expect(await doors.get(soup)).toMatchObject({ identifier: 'leek-soup', properties: { Title: 'Soup' } })
  },
)

test('PUT by identifier checks the definition in its body (interface 4.1.5)', async ({ doors }) => {
  const put = (entitydefinition: unknown) =>
    doors.put('/api/entities/identifier/leek-soup', { entitydefinition })

  expect((await put({ href: `${origin}/api/entitydefinitions/T.Dish` })).status).toBe(204)
  expect((await put({ href: `${origin}/api/entitydefinitions/T.Menu` })).status).toBe(400)
  expect((await put('T.Dish')).status).toBe(400)
})

test('PUT applies a relation only if its self is a relation of the entity', async ({ doors }) => {
  const put = (entry: object) => doors.put(soup, { relations: { TagToDish: entry } })
  const parents = async () => {
    const { relations } = await doors.get<Related>(`${soup}?nestedRelations=TagToDish`)

    return relations.TagToDish.parents
  }
  const before = await parents()

  await put({ href: soupTags, parents: [cheap] })
  await put({ self: { href: `${origin}/api/entities/${dish.salad}/relations/TagToDish` }, parents: [cheap] })
  expect(await parents()).toEqual(before)

  await put({ self: { href: soupTags }, parents: [cheap] })
  expect(await parents()).toEqual([cheap])
})

test('PUT rejects an invalid relation of the entity by its path', async ({ doors }) => {
  const response = await doors.put(soup, {
    relations: { TagToDish: { self: { href: soupTags }, parents: [5] } },
  })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ 'relations.TagToDish.parents.0': expect.any(String) })
})

test('a duplicate link to the same entity counts once at an end for one entity', async ({ doors }) => {
  const menu = { href: `${origin}/api/entities/2002` }
  const response = await doors.put(`${soup}/relations/MenuToDish`, { parents: [menu, menu] })

  expect(response.status).toBe(204)
  expect(await doors.get(`${soup}/relations/MenuToDish`)).toMatchObject({ parent: menu })
})

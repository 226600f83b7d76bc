import { expect } from 'vitest'
import { origin } from '../../../testing/doors.ts'
import { dish, menu, recipe, tag } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

const soup = `/api/entities/${dish.soup}`
const soupTags = `${origin}${soup}/relations/TagToDish`
const cheap = { href: `${origin}/api/entities/${tag.cheap}` }

test.table([
  ['by id', soup, { id: '14000', relations: { X: 5 } }],
  ['by id', soup, { entitydefinition: '/api/entitydefinitions/T.Menu', self: 5 }],
  ['by id', soup, { relations: 'x', cultures: 'x', identifier: 5 }],
  ['by identifier', '/api/entities/identifier/leek-soup', { id: 'x', relations: 'x', self: null }],
  ['by identifier', '/api/entities/identifier/leek-soup', { relations: { TagToDish: [cheap] } }],
])(
  'PUT %s ignores the members that it must ignore, even invalid ones (interface 4.1.4 and 4.1.5)',
  async (doors, _, path, ignored) => {
    expect((await doors.put(path, { properties: { Title: 'Soup' }, ...ignored })).status).toBe(204)
    expect(await doors.get(soup)).toMatchObject({ identifier: 'leek-soup', properties: { Title: 'Soup' } })
  },
)

test('PUT by identifier checks the definition in its body (interface 4.1.5)', async (doors) => {
  const put = (entitydefinition: unknown) =>
    doors.put('/api/entities/identifier/leek-soup', { entitydefinition })

  expect((await put({ href: `${origin}/api/entitydefinitions/T.Dish` })).status).toBe(204)
  expect((await put({ href: `${origin}/api/entitydefinitions/T.Menu` })).status).toBe(400)
  expect((await put('T.Dish')).status).toBe(400)
})

test('PUT applies a relation only if its self is a relation of the entity; one with neither end is cleared', async (doors) => {
  const self = (name: string, id: number = dish.soup) => ({
    href: `${origin}/api/entities/${id}/relations/${name}`,
  })
  const put = (relations: object) => doors.put(soup, { relations })
  const nested = async () =>
    (await doors.get(`${soup}?nestedRelations=TagToDish,MenuToDish,DishToRecipe`)).relations
  const before = await nested()
  const dinner = { href: `${origin}/api/entities/${menu.dinner}` }
  const ryeBread = { href: `${origin}/api/entities/${recipe.ryeBread}` }

  await put({ TagToDish: { href: soupTags, parents: [cheap] } })
  await put({ TagToDish: { self: self('TagToDish', dish.salad), parents: [cheap] } })
  expect(await nested()).toEqual(before)

  await put({
    TagToDish: { self: self('TagToDish'), inheritsSecurity: true, parents: [cheap] },
    MenuToDish: { self: self('MenuToDish'), parent: dinner },
    DishToRecipe: { self: self('DishToRecipe'), child: ryeBread },
  })
  expect(await nested()).toMatchObject({
    TagToDish: { parents: [cheap] },
    MenuToDish: { parent: dinner },
    DishToRecipe: { child: ryeBread },
  })

  await put({ MenuToDish: { self: self('MenuToDish') }, DishToRecipe: { self: self('DishToRecipe') } })
  expect(await nested()).toMatchObject({
    MenuToDish: expect.not.objectContaining({ parent: expect.anything() }),
    DishToRecipe: expect.not.objectContaining({ child: expect.anything() }),
  })
})

test('PUT rejects an invalid relation of the entity by its path', async (doors) => {
  const response = await doors.put(soup, {
    relations: { TagToDish: { self: { href: soupTags }, parents: [5] } },
  })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ 'relations.TagToDish.parents.0': expect.any(String) })
})

test('a duplicate link to the same entity counts once at an end for one entity', async (doors) => {
  const dinner = { href: `${origin}/api/entities/${menu.dinner}` }
  expect((await doors.put(`${soup}/relations/MenuToDish`, { parents: [dinner, dinner] })).status).toBe(204)
  expect(await doors.get(`${soup}/relations/MenuToDish`)).toMatchObject({ parent: dinner })
})

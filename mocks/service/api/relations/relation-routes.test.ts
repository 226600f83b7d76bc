import { expect } from 'vitest'
import { jsonOf, origin, type Doors } from '../../../testing/doors.ts'
import { dish, menu, recipe, tag } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

const link = (id: number) => ({ href: `${origin}/api/entities/${id}` })
const links = (...ids: number[]) => ids.map(link)
const path = (id: number, relation: string) => `/api/entities/${id}/relations/${relation}`
const put = (doors: Doors, id: number, relation: string, json: object) => doors.put(path(id, relation), json)

test.table([
  ['the child of a many-to-many relation', dish.soup, 'TagToDish', { parents: links(tag.warm, tag.quick) }],
  ['the parent of a many-to-many relation', tag.warm, 'TagToDish', { children: links(dish.soup) }],
  ['the child of a one-to-many relation', dish.soup, 'MenuToDish', { parent: link(menu.lunch) }],
  [
    'the parent of a one-to-many relation',
    menu.lunch,
    'MenuToDish',
    { children: links(dish.soup, dish.bread) },
  ],
  ['the child of a one-to-one relation', recipe.leekSoup, 'DishToRecipe', { parent: link(dish.soup) }],
  ['the parent of a one-to-one relation', dish.soup, 'DishToRecipe', { child: link(recipe.leekSoup) }],
  [
    'an entity of a self-referencing relation',
    dish.bread,
    'DishToSide',
    { parent: link(dish.soup), children: [] },
  ],
])(
  'GET of a relation, read from %s, returns the related entities under their keys',
  async (doors, _, id, relation, expected) => {
    expect(await doors.get(path(id, relation))).toEqual({
      ...expected,
      inherits_security: true,
      self: { href: `${origin}${path(id, relation)}` },
    })
  },
)

test('PUT of a relation replaces the list at both ends, and keeps its order', async (doors) => {
  expect((await put(doors, dish.soup, 'TagToDish', { parents: links(tag.cheap, tag.warm) })).status).toBe(204)
  expect(await doors.get(path(dish.soup, 'TagToDish'))).toMatchObject({ parents: links(tag.cheap, tag.warm) })
  expect(await doors.get(path(tag.cheap, 'TagToDish'))).toMatchObject({ children: links(dish.soup) })
  expect(await doors.get(path(tag.quick, 'TagToDish'))).toMatchObject({ children: [] })
})

test('PUT of a relation warns of inherits_security if it is not what the definition says', async (doors) => {
  const warningOf = async (more: object) => {
    const response = await put(doors, dish.soup, 'TagToDish', { parents: links(tag.cheap), ...more })

    return [response.status, response.headers.get('x-sandbox-warning')]
  }

  expect(await warningOf({ inherits_security: true })).toEqual([204, null])
  for (const member of ['inherits_security', 'inheritsSecurity']) {
    expect(await warningOf({ [member]: false })).toEqual([204, expect.stringContaining('has no effect')])
  }
})

test('PUT of a relation from the parent replaces its children', async (doors) => {
  await put(doors, menu.lunch, 'MenuToDish', { children: links(dish.salad, dish.soup) })

  expect(await doors.get(path(menu.lunch, 'MenuToDish'))).toMatchObject({
    children: links(dish.salad, dish.soup),
  })
  expect(await doors.get(path(dish.salad, 'MenuToDish'))).toMatchObject({ parent: link(menu.lunch) })
  expect(await doors.get(path(dish.bread, 'MenuToDish'))).not.toHaveProperty('parent')
})

test('a child in a one-to-many relation moves to its new parent', async (doors) => {
  await put(doors, menu.dinner, 'MenuToDish', { children: links(dish.soup) })

  expect(await doors.get(path(dish.soup, 'MenuToDish'))).toMatchObject({ parent: link(menu.dinner) })
  expect(await doors.get(path(menu.lunch, 'MenuToDish'))).toMatchObject({ children: links(dish.bread) })
})

test('a one-to-one relation has one entity at each end', async (doors) => {
  await put(doors, dish.bread, 'DishToRecipe', { child: link(recipe.leekSoup) })

  expect(await doors.get(path(recipe.leekSoup, 'DishToRecipe'))).toMatchObject({ parent: link(dish.bread) })
  expect(await doors.get(path(dish.soup, 'DishToRecipe'))).not.toHaveProperty('child')
})

test('PUT of a self-referencing relation changes only the given ends', async (doors) => {
  await put(doors, dish.bread, 'DishToSide', { children: links(dish.salad) })

  expect(await doors.get(path(dish.bread, 'DishToSide'))).toMatchObject({
    parent: link(dish.soup),
    children: links(dish.salad),
  })
})

test('PUT of a relation rejects links that its other end can’t have, and changes nothing', async (doors) => {
  const before = await doors.get(path(dish.soup, 'TagToDish'))

  for (const parents of [links(8_000_000), links(menu.lunch), [{ href: 'nonsense' }]]) {
    expect(
      await jsonOf(400, put(doors, dish.soup, 'TagToDish', { parents: [...links(tag.cheap), ...parents] })),
    ).toHaveProperty('TagToDish')
  }
  expect(
    (await put(doors, dish.soup, 'MenuToDish', { parents: links(menu.lunch, menu.dinner) })).status,
  ).toBe(400)
  expect((await put(doors, dish.soup, 'TagToDish', { children: [] })).status).toBe(400)
  expect(await doors.get(path(dish.soup, 'TagToDish'))).toEqual(before)
})

test('an unknown relation returns 404', async (doors) => {
  expect((await doors.fetch(path(dish.soup, 'Nope'))).status).toBe(404)
  expect((await put(doors, dish.soup, 'Nope', {})).status).toBe(404)
  expect((await put(doors, 8_000_000, 'TagToDish', {})).status).toBe(404)
})

test.table([{ parens: links(tag.cheap) }, {}, { inherits_security: true }])(
  'PUT of a relation with %j, which has neither end, is rejected and changes nothing',
  async (doors, body) => {
    expect(await jsonOf(400, put(doors, dish.soup, 'TagToDish', body))).toEqual({
      TagToDish: 'Expected {"parents": ...} for relation "TagToDish".',
    })
    expect(await doors.get(path(dish.soup, 'TagToDish'))).toMatchObject({
      parents: links(tag.warm, tag.quick),
    })
  },
)

test('PUT of the complete resource of a relation, without its end, clears the relation', async (doors) => {
  const { parent: _, ...complete } = await doors.get(path(dish.soup, 'MenuToDish'))

  expect((await put(doors, dish.soup, 'MenuToDish', complete)).status).toBe(204)
  expect(await doors.get(path(dish.soup, 'MenuToDish'))).not.toHaveProperty('parent')
})

test.table([
  ['https://tenant.example.com/api/entities/3003'],
  ['/api/entities/3003'],
  ['/entities/3003'],
  ['/api/entities/identifier/t-3003'],
])('PUT of a relation accepts the link %s', async (doors, href) => {
  expect((await put(doors, dish.soup, 'TagToDish', { parents: [{ href }] })).status).toBe(204)
  expect(await doors.get(path(dish.soup, 'TagToDish'))).toMatchObject({ parents: links(tag.cheap) })
})

test('POST on a relation adds links, or replaces the link of a single-valued end', async (doors) => {
  const post = (relation: string, json: object) => doors.post(path(dish.soup, relation), json)

  expect((await post('TagToDish', { parent: link(tag.cheap) })).status).toBe(204)
  expect((await post('MenuToDish', { parent: link(menu.dinner) })).status).toBe(204)
  expect(await doors.get(path(dish.soup, 'TagToDish'))).toMatchObject({
    parents: links(tag.warm, tag.quick, tag.cheap),
  })
  expect(await doors.get(path(dish.soup, 'MenuToDish'))).toMatchObject({ parent: link(menu.dinner) })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonOf, type Doors } from '../../../testing/doors.ts'
import { dish, menu, openKitchen, tag } from '../../../testing/kitchen.ts'

/** Doors to sandboxes that no test here changes, and which reject ignored input. */
let doors: Doors

beforeAll(async () => {
  doors = await openKitchen({ validate: 'enforce' })
})
afterAll(() => doors[Symbol.asyncDispose]())

interface Page {
  items: { id: number; created_on: string }[]
  total_items: number
  last_hit_data: string[]
}

async function search(body: object): Promise<Page> {
  const headers = { 'X-ApiVersion': '2', minimalSchema: 'true' }
  const found = await jsonOf(200, doors.post('/api/entities/searchAfter', body, { headers }))

  return found as unknown as Page // each test checks the members it uses
}

const dishes = { type: 'DefinitionName', name: 'T.Dish' }
const byId = [{ field_type: 1, field: 'id', order: 1 }]
const text = (operator: unknown, value: unknown) => ({
  type: 'StringProperty',
  property_name: 'Title',
  value,
  operator,
})
const number = (operator: unknown, value: unknown) => ({
  type: 'IntProperty',
  property_name: 'Servings',
  value,
  operator,
})

/** Filters as existing clients send them. */
test.each<[title: string, filter: object, found: number[]]>([
  ['a definition by name', dishes, [dish.soup, dish.bread, dish.salad]],
  ['a definition by id', { type: 'DefinitionId', id: 102 }, [menu.lunch, menu.dinner]],
  ['and', { type: 'Logical', operator: 0, left: dishes, right: number(1, 4) }, [dish.soup]],
  [
    'or',
    { type: 'Logical', operator: 1, left: text(1, 'Rye bread'), right: number(1, 4) },
    [dish.soup, dish.bread],
  ],
  ['and not', { type: 'Logical', operator: 2, left: dishes, right: number(1, 4) }, [dish.bread, dish.salad]],
  [
    'not',
    { type: 'Logical', left: dishes, right: { type: 'Negating', query: text(1, 'Rye bread') } },
    [dish.soup, dish.salad],
  ],
  ['an identifier', { type: 'Identifier', identifier: 'leek-soup' }, [dish.soup]],
  ['ids', { type: 'IdIn', ids: [dish.bread, menu.lunch] }, [dish.bread, menu.lunch]],
  ['words in any value', { type: 'FullText', value: 'wash LEEKS' }, [dish.soup]],
  [
    'entities by creator',
    { type: 'Logical', left: dishes, right: { type: 'CreatedBy', user_id: 7 } },
    [dish.soup, dish.bread, dish.salad],
  ],
  ['entities by modifier', { type: 'Logical', left: dishes, right: { type: 'ModifiedBy', user_id: 8 } }, []],
  ['locked entities (none)', { type: 'Locked' }, []],
  ['entities locked by a user (none)', { type: 'LockedBy', user_id: 7 }, []],
  ['entities in a saved selection (none)', { type: 'Selection', id: 1 }, []],
  ['roots of a taxonomy (none)', { type: 'RootTaxonomyItem' }, []],
  ['roots of a path (none)', { type: 'PathRoot' }, []],
  ['numbers less than a value', number(2, 3), [dish.salad]],
  ['numbers greater than a value', number(3, 3), [dish.soup]],
  ['numbers between two values', number(4, [2, 4]), [dish.soup, dish.salad]],
  ['numbers between two members', number(4, { to: 4, from: 2 }), [dish.soup, dish.salad]],
  ['text that starts with a value', text(5, 'leek'), [dish.soup]],
  ['text that ends with a value', text(6, 'bread'), [dish.bread]],
  ['text that contains a value', text('Contains', 'EE'), [dish.soup, dish.salad]],
  ['a property with a value', number(19, null), [dish.soup, dish.salad]],
  [
    'text in one culture',
    { type: 'StringProperty', property_name: 'Story', culture: 'nl-NL', value: 'prei', operator: 7 },
    [dish.soup],
  ],
  ['a boolean', { type: 'BoolProperty', property_name: 'Vegan', value: true, operator: 1 }, [dish.soup]],
  [
    'a parent by its role, as Parent(...).id does',
    { type: 'Relation', relation: 'TagToDish', role: 'Parent', id: tag.warm },
    [dish.soup],
  ],
  [
    'a child by the number of its role',
    { type: 'Relation', relation: 'MenuToDish', role: 1, id: dish.soup },
    [menu.lunch],
  ],
  ['any parent', { type: 'RelationExists', relation: 'MenuToDish', role: 'Parent' }, [dish.soup, dish.bread]],
])('searchAfter finds %s', async (_, filter, found) => {
  const page = await search({ filter, sorting: byId })

  expect(page.items.map(({ id }) => id)).toEqual(found)
  expect(page.total_items).toBe(found.length)
})

test('searchAfter returns entities without the {link, entity} wrapper of /query, and their schema', async () => {
  expect(await search({ filter: dishes, sorting: byId, take: 1 })).toMatchObject({
    items: [{ id: dish.soup, properties: { Title: 'Leek soup' } }],
    total_items: 3,
    returned_items: 1,
    minimal_schema_list: [{ definition_name: 'T.Dish' }],
  })
})

test('searchAfter pages return each entity once', async () => {
  const filter = { type: 'DefinitionName', name: 'T.Dish' }
  const seen: { id: number; created_on: string }[] = []
  let page = await search({ filter, take: 2, search_after: [] })

  while (page.items.length > 0) {
    seen.push(...page.items)
    page = await search({ filter, take: 2, search_after: page.last_hit_data })
  }

  expect(seen).toHaveLength(page.total_items)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(page.total_items)

  const dates = seen.map(({ created_on }) => created_on)

  expect(dates).toEqual(dates.toSorted().toReversed())
})

test('searchAfter rejects a malformed cursor, and one of another order', async () => {
  for (const search_after of [['x'], ['5'], ['1', '2', '5']]) {
    expect(await jsonOf(400, doors.post('/api/entities/searchAfter', { search_after }))).toHaveProperty([
      'search_after',
    ])
  }

  const byId = `/api/entities/searchAfter?query=id>0&sort=id&searchAfter=${encodeURIComponent('["5"]')}`
  expect(await jsonOf(400, doors.fetch(byId))).toHaveProperty('searchAfter')
})

test('a page smaller than `take` has a warning with the place of `take`', async () => {
  await using doors = await openKitchen()
  const warnings = async (path: string, json?: object) => {
    const response = await doors.fetch(path, json && { method: 'POST', json })

    expect(response.status).toBe(200)

    return response.headers.get('x-sandbox-warning')
  }

  expect(await warnings('/api/entities/searchAfter?query=id>0&take=1001')).toContain('at most 1000 items')
  expect(await warnings('/api/entities/searchAfter', { take: 10_001 })).toContain('at most 10000 items')
  expect(await warnings('/api/entities/query', { take: 10_001 })).toContain('/take: A page has at most 10000')
  expect(await warnings('/api/entities/query', { query: { take: 10_001 } })).toContain('/query/take: A page')
  expect(await warnings('/api/users?take=1001')).toContain('at most 1000 items')
  expect(await warnings('/api/entities/searchAfter?query=id>0&take=1000')).toBeNull()
})

test('GET searchAfter has no skip, and warns of one', async () => {
  await using doors = await openKitchen()
  const response = await doors.fetch('/api/entities/searchAfter?query=id>0&skip=1')

  expect(response.headers.get('x-sandbox-warning')).toContain('"skip" is not recognized')
})

test('GET searchAfter returns the results of an expression page by page', async () => {
  const path = `/api/entities/searchAfter?query=Definition.Name=='T.Dish'&sort=id&take=2`
  const first = await doors.get<{ items: { id: number }[]; last_hit_data: string[] }>(path)
  const [json, separated, ...others] = [
    JSON.stringify(first.last_hit_data),
    first.last_hit_data.join(),
    ...first.last_hit_data,
  ].map((text) => `&searchAfter=${encodeURIComponent(text)}`)
  const second = await doors.get<typeof first>(`${path}${json}`)

  expect(first).toMatchObject({ total_items: 3, returned_items: 2 })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([dish.soup, dish.bread, dish.salad])
  for (const cursor of [separated, others.join('')]) {
    expect(await doors.get(`${path}${cursor}`)).toMatchObject({ items: [{ id: dish.salad }] })
  }
  expect((await doors.fetch(`${path}&searchAfter=nonsense`)).status).toBe(400)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonOf, origin, type Doors } from '../../../testing/doors.ts'
import { dish, menu, openKitchen, tag } from '../../../testing/kitchen.ts'

/** Doors to sandboxes that no test here changes, and which reject ignored input. */
let doors: Doors

beforeAll(async () => {
  doors = await openKitchen({ validate: 'enforce' })
})
afterAll(() => doors[Symbol.asyncDispose]())

/** Sends a query as existing clients do, with everything loaded unless `more` overrides it. */
function post(filter: unknown, more: { query?: object; load?: object } = {}): Promise<Response> {
  const noCultures = { culture_option: { load_option: 0, cultures: [] } }
  const json = {
    Query: { filter, skip: 0, take: 50, sorting: [], load_configuration: noCultures, ...more.query },
    load_configuration: {
      load_entities: true,
      culture_option: { load_option: 3, cultures: [] },
      property_option: { load_option: 3, properties: [] },
      relation_option: { load_option: 3, relations: [], max_related_items: 100 },
      ...more.load,
    },
  }

  return doors.post('/api/entities/query', json, { headers: { 'X-ApiVersion': '3', minimalSchema: 'true' } })
}

const query = (...sent: Parameters<typeof post>) => jsonOf(200, post(...sent))

interface Item {
  link: { href: string }
  entity?: Record<string, unknown>
}

function idsOf(body: Record<string, unknown>): number[] {
  const items = body.items as Item[] // what the test is about

  return items.map(({ link }) => Number(link.href.split('/').at(-1)))
}

const isSoup = { type: 7, operator: 0, value: dish.soup }
const dishes = { type: 9, operator: 0, name: 'T.Dish' }
const property = (name: string, operator: number, data_type: number, value: unknown, more = {}) => ({
  type: 2,
  operator,
  property: name,
  data_type,
  value,
  ...more,
})
const titleIs = (value: string, more = {}) => property('Title', 0, 1, value, more)
/** The dishes that match another filter too. */
const dishesWith = (filter: object) => ({ type: 0, operator: 0, children: [dishes, filter] })
const byUser = (type: number, operator: number, connection_type: number, user: object) =>
  dishesWith({ type, operator, connection_type, ...user })
const inheriting = (connection_type: number, from: object) => ({ type: 6, connection_type, ...from })
const date = (type: number, operator: number, value: string) => ({ type, operator, value })
const related = (type: number | string, relation: string, ids: object) => ({ type, relation, ...ids })
const all = [dish.soup, dish.bread, dish.salad]
const others = [dish.soup, dish.salad]
const onLunch = [dish.soup, dish.bread]

/** Filters as existing clients send them, with numbers or names of enums. */
test.each<[title: string, filter: unknown, found: number[]]>([
  ['an entity by id', isSoup, [dish.soup]],
  [
    'entities by ids',
    { type: 'Id', operator: 'Equals', ids: [dish.soup, 1, dish.salad] },
    [dish.soup, dish.salad],
  ],
  [
    'ids in a range',
    { type: 7, operator: 2, value: dish.bread },
    [1003, 2001, 2002, 3001, 3002, 3003, 4001, 4002],
  ],
  [
    'ids by the name of the operator',
    { type: 'id', operator: 'greaterthanorequals', value: 4001 },
    [4001, 4002],
  ],
  [
    'entities that are not equal, by the documented name of the operator',
    dishesWith({ type: 'Property', operator: 'DoesNotEqual', property: 'Servings', value: 4 }),
    [dish.bread, dish.salad],
  ],
  ['an entity by identifier', { type: 8, operator: 0, value: 'leek-soup' }, [dish.soup]],
  [
    'entities by identifiers',
    { type: 8, operator: 0, values: ['leek-soup', 't-1002'] },
    [dish.soup, dish.bread],
  ],
  ['a definition by name', dishes, all],
  ['definitions by names', { type: 'Definition', names: ['T.Menu', 'T.None'] }, [menu.lunch, menu.dinner]],
  ['a definition by id', { type: 9, operator: 0, id: 102 }, [menu.lunch, menu.dinner]],
  ['definitions by ids', { type: 9, operator: 0, ids: [102, 999] }, [menu.lunch, menu.dinner]],
  ['text', titleIs('Leek soup'), [dish.soup]],
  ['one of several texts', titleIs('', { values: ['Leek soup', 'Rye bread'] }), [dish.soup, dish.bread]],
  ['text in one culture', property('Story', 6, 1, 'prei', { culture: 'nl-NL' }), [dish.soup]],
  ['text in another culture', property('Story', 6, 1, 'prei', { culture: 'en-US' }), []],
  ['text that starts with a value', property('Title', 7, 1, 'leek'), [dish.soup]],
  [
    'text that ends with a value',
    { type: 'Property', operator: 'EndsWith', property: 'Title', data_type: 'String', value: 'BREAD' },
    [dish.bread],
  ],
  ['a number', property('Servings', 5, 2, 3), [dish.soup]],
  ['a number sent as text', property('Servings', 3, 2, '3', { data_type: 'Int' }), [dish.salad]],
  ['a boolean', property('Vegan', 0, 8, true), [dish.soup]],
  ['an option', property('Course', 0, 1, 'starter'), [dish.soup]],
  ['no value', dishesWith({ type: 2, operator: 0, property: 'Servings', value: null }), [dish.bread]],
  ['a parent', related(3, 'MenuToDish', { parent_id: menu.lunch }), onLunch],
  ['one of several parents', related(3, 'TagToDish', { parent_ids: [tag.warm, tag.cheap] }), [dish.soup]],
  ['a child', related('Relation', 'MenuToDish', { parent_id: null, child_id: dish.bread }), [menu.lunch]],
  ['an id as a value, with null for the id', { type: 'Id', id: null, ids: null, value: 1001 }, [1001]],
  ['and', dishesWith(titleIs('Rye bread')), [dish.bread]],
  [
    'or',
    { type: 'Composite', operator: 'Or', children: [titleIs('Rye bread'), titleIs('Green salad')] },
    [dish.bread, dish.salad],
  ],
  ['not, as one client writes it', dishesWith({ type: 1, Child: titleIs('Rye bread') }), others],
  ['not, as another writes it', dishesWith({ type: 'Not', child: titleIs('Rye bread') }), others],
  [
    'nested composites',
    dishesWith({
      type: 0,
      operator: 1,
      children: [
        titleIs('Rye bread'),
        {
          type: 0,
          operator: 0,
          children: [titleIs('Leek soup'), { type: 3, relation: 'TagToDish', parent_id: tag.warm }],
        },
      ],
    }),
    [dish.soup, dish.bread],
  ],
  ['entities by the name of their creator', byUser(4, 0, 1, { username: 'editor' }), all],
  ['entities by the id of their creator', byUser(4, 0, 1, { ids: [8] }), []],
  ['entities by a group of their last modifier', byUser(5, 0, 0, { id: 3 }), all],
  ['entities that a user did not modify last', byUser(5, 1, 1, { id: 7 }), []],
  ['entities that inherit security from an entity', inheriting(0, { id: menu.lunch }), [...onLunch, 4001]],
  ['entities that inherit security directly', inheriting(1, { ids: [menu.lunch] }), onLunch],
  ['nothing for an unknown module', { type: 10, modules: ['M.Builtin.DAM'] }, []],
  ['entities created before a time', dishesWith(date(11, 3, '2026-01-01T08:00:01Z')), all],
  ['entities modified after a time', dishesWith(date(12, 2, '2026-01-01T09:00:00+01:00')), []],
])('a query finds %s', async (_, filter, found) => {
  const body = await query(filter)

  expect(body).toMatchObject({ total_items: found.length, returned_items: found.length })
  expect(idsOf(body)).toEqual(found)
})

test.each<[title: string, filter: unknown, path: string]>([
  ['an unknown type', { type: 99 }, 'query.filter.type'],
  [
    'an unknown operator',
    { type: 0, operator: 0, children: [{ ...dishes, operator: 'Like' }] },
    'query.filter.children.0.operator',
  ],
  ['an invalid number', { ...titleIs('x'), data_type: 2 }, 'query.filter.value'],
  ['an invalid boolean', { ...titleIs('constructor'), data_type: 8 }, 'query.filter.value'],
  [
    'an invalid number in a list',
    { ...titleIs('x'), data_type: 2, values: [1, 'x'] },
    'query.filter.values.1',
  ],
  ['an empty id', { type: 9, operator: 0, id: '' }, 'query.filter.id'],
  ['an invalid date', date(11, 3, 'yesterday'), 'query.filter.value'],
])('a query is rejected with the path of %s', async (_, filter, path) => {
  expect(await jsonOf(400, post(filter))).toHaveProperty([path])
})

test('a query is sorted by properties and system fields: 0 is descending, 1 ascending', async () => {
  const sorted = async (...sorting: unknown[]) => idsOf(await query(dishes, { query: { sorting } }))

  expect(await sorted({ field_type: 0, field: 'Title', order: 1 })).toEqual([
    dish.salad,
    dish.soup,
    dish.bread,
  ])
  expect(await sorted({ field_type: 'Property', field: 'Title', order: 'Desc' })).toEqual([
    dish.bread,
    dish.soup,
    dish.salad,
  ])
  expect(
    await sorted({ field_type: 1, field: 'created_on', order: 0 }, { field_type: 1, field: 'id', order: 0 }),
  ).toEqual([dish.salad, dish.bread, dish.soup])
})

test('a query with load_entities false returns only links, the total and the schema', async () => {
  const body = await query(isSoup, { load: { load_entities: false } })

  expect(body).toMatchObject({
    items: [{ link: { href: `${origin}/api/entities/${dish.soup}` } }],
    total_items: 1,
    minimal_schema_list: [{ definition_name: 'T.Dish' }],
  })
  expect(body).not.toHaveProperty('items.0.entity')
})

test('the minimal schema has numbers for cardinality and role, and its relations are returned in full', async () => {
  const body = await query(isSoup)

  expect(body).toMatchObject({
    items: [
      {
        entity: {
          id: dish.soup,
          cultures: ['en-US', 'nl-NL', 'de-DE'],
          entitydefinition: { href: `${origin}/api/entitydefinitions/T.Dish` },
          properties: {
            Story: { 'en-US': 'Wash the leeks.', 'nl-NL': 'Was de prei.', 'de-DE': null },
            Course: { identifier: 'starter', labels: { 'en-US': 'Starter' } },
            CookedOn: null,
          },
          relations: {
            MenuToDish: { parent: { href: `${origin}/api/entities/${menu.lunch}` } },
            TagToDish: { parents: [{ href: `${origin}/api/entities/${tag.warm}` }, {}] },
            DishToSide: { children: [{}], inherits_security: true },
          },
        },
      },
    ],
    minimal_schema_list: [
      {
        definition_name: 'T.Dish',
        properties: expect.arrayContaining([
          { name: 'Title', type: 'String', multilingual: false, multivalue: false, datasource: false },
          { name: 'Story', type: 'String', multilingual: true, multivalue: false, datasource: false },
          { name: 'Aliases', type: 'String', multilingual: false, multivalue: true, datasource: false },
          { name: 'Course', type: 'String', multilingual: false, multivalue: false, datasource: true },
        ]),
        relations: [
          { name: 'MenuToDish', cardinality: 1, role: 1 },
          { name: 'TagToDish', cardinality: 2, role: 1 },
          { name: 'DishToRecipe', cardinality: 0, role: 0 },
          { name: 'DishToSide', cardinality: 1, role: 0 },
          { name: 'DishToSide', cardinality: 1, role: 1 },
        ],
      },
    ],
  })
})

const none = { load_option: 0 }

/** The entity and the schema have the same members. */
test.each<[title: string, load: object, properties: string[], relations: string[]]>([
  [
    'one property',
    { property_option: { load_option: 2, properties: ['Servings'] }, relation_option: none },
    ['Servings'],
    [],
  ],
  [
    'properties by name, in any letter case',
    {
      property_option: { load_option: 'Custom', properties: [{ name: 'title' }, { name: 'Story' }] },
      relation_option: none,
    },
    ['Title', 'Story'],
    [],
  ],
  [
    'no multi-language property without a culture',
    {
      culture_option: none,
      property_option: { load_option: 2, properties: ['Title', 'Story'] },
      relation_option: none,
    },
    ['Title'],
    [],
  ],
  ['no property', { property_option: none, relation_option: none }, [], []],
  [
    'one relation',
    { property_option: none, relation_option: { load_option: 2, relations: [{ name: 'TagToDish' }] } },
    [],
    ['TagToDish'],
  ],
  ['no relation by default', { property_option: none, relation_option: { load_option: 1 } }, [], []],
])('a query loads %s', async (_, load, properties, relations) => {
  const body = await query(isSoup, { load })
  const [item] = body.items as Item[] // one item was requested
  const [schema] = body.minimal_schema_list as { properties: object[]; relations: object[] }[] // of its definition

  expect(Object.keys(item?.entity?.properties ?? {})).toEqual(properties)
  expect(Object.keys(item?.entity?.relations ?? {})).toEqual(relations)
  expect(schema?.properties).toMatchObject(properties.map((name) => ({ name })))
  expect(schema?.relations).toMatchObject(relations.map((name) => ({ name })))
})

test('a query loads the default culture, or the cultures it names, and never "Invariant"', async () => {
  const load = (culture_option: object) => query(isSoup, { load: { culture_option } })

  expect(await load({ load_option: 1 })).toMatchObject({ items: [{ entity: { cultures: ['en-US'] } }] })
  expect(await load({ load_option: 2, cultures: ['Invariant', 'nl-NL'] })).toMatchObject({
    items: [{ entity: { cultures: ['nl-NL'], properties: { Story: { 'nl-NL': 'Was de prei.' } } } }],
  })
})

test('a relation that was cut to max_related_items has its total', async () => {
  const relation_option = { load_option: 3, max_related_items: 1 }
  const body = await query(isSoup, { load: { relation_option } })

  expect(body).toMatchObject({
    items: [
      {
        entity: {
          relations: {
            TagToDish: { parents: [{}], parent_total: 2 },
            MenuToDish: { parent: expect.any(Object) },
          },
        },
      },
    ],
  })
})

test('a query without load configuration and minimalSchema returns entities without a schema', async () => {
  const response = await doors.post('/api/entities/query', {
    query: { filter: { type: 'Definition', name: 'T.Menu' }, take: 1 },
  })
  const body = await response.json()

  expect(body).toMatchObject({ items: [{ entity: { id: menu.lunch } }], total_items: 2, returned_items: 1 })
  expect(body).not.toHaveProperty('minimal_schema_list')
})

test('a query with too many conditions is rejected for their number, not for each of their names', async () => {
  const children = Array.from({ length: 1001 }, (_, index) => ({ type: 'Property', property: `x${index}` }))
  const response = await post({ type: 'Composite', operator: 'Or', children })

  expect(response.status).toBe(400)
  expect(response.headers.get('x-sandbox-warning')).toBeNull()
  expect(await response.json()).toEqual({
    query: 'Expected at most 1000 conditions in a query, not 1001.',
  })
})

test.each<[what: string, filter: object, message: string]>([
  [
    'groups',
    {
      type: 'Composite',
      children: Array.from({ length: 2000 }, () => ({ type: 'Composite', children: [] })),
    },
    'Expected at most 1000 conditions with 5000 values in a query, not 2003 objects with 0.',
  ],
  [
    'values',
    { type: 'Id', ids: Array.from({ length: 5001 }, () => 'none') },
    'Expected at most 1000 conditions with 5000 values in a query, not 3 objects with 5001.',
  ],
])('a query with too many %s is rejected before each of them is read', async (_, filter, query) => {
  expect(await jsonOf(400, doors.post('/api/entities/query', { query: { filter } }))).toEqual({ query })
})

import { expect } from 'vitest'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { jsonOf, type Doors, openDoors, origin, testTime } from '../../../testing/doors.ts'
import { dish, menu, recipe, tag } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'
import { define, entity, relationEnd } from '../../../testing/records.ts'
import { expectConsistentRelations } from '../../../testing/consistent-relations.ts'

const now = new Date(testTime).toISOString()

test('POST copy returns 201 with the address, id and identifier of the new entity (interface 1.2 and 4.1.9)', async (doors) => {
  const response = await copy(doors, dish.soup)
  const { id, identifier, self } = (await response.json()) as Resource

  expect(response.status).toBe(201)
  expect(response.headers.get('location')).toBe(`${origin}/api/entities/${id}`)
  expect(self).toEqual({ href: `${origin}/api/entities/${id}` })
  expect(identifier).toMatch(/^[\w-]{22}$/)
  expect(await doors.get(`/api/entities/${id}?culture=nl-NL`)).toMatchObject({
    identifier,
    properties: { Title: 'Leek soup', Story: { 'nl-NL': 'Was de prei.' }, Servings: 4, Aliases: ['Potage'] },
    entitydefinition: { href: `${origin}/api/entitydefinitions/T.Dish` },
    version: 1,
    created_on: now,
    created_by: { href: `${origin}/api/entities/7` },
    modified_on: now,
  })
})

test('POST copy without a body copies as with an empty body (interface 4.3.2)', async (doors) => {
  expect((await doors.post(`/api/entities/${menu.lunch}/copy`)).status).toBe(201)
  expect((await copy(doors, menu.lunch, {})).status).toBe(201)
  expect((await copy(doors, menu.lunch, { copy_profile_id: 0, destination_entity_id: -1 })).status).toBe(201)
  expect((await copy(doors, menu.lunch, { relation_copy_options: [], copy_profile_id: null })).status).toBe(
    201,
  )
})

test('POST copy with destination_entity_id changes that entity and returns 200 with its address (interface 4.3.1)', async (doors) => {
  const before = await doors.get<Resource>(`/api/entities/${dish.salad}`)

  const response = await copy(doors, dish.soup, { destination_entity_id: dish.salad })

  expect(response.status).toBe(200)
  expect(response.headers.get('location')).toBe(`${origin}/api/entities/${dish.salad}`)
  expect(await response.json()).toEqual({ id: dish.salad, identifier: before.identifier, self: before.self })
  expect(await doors.get(`/api/entities/${dish.salad}`)).toMatchObject({
    properties: { Title: 'Leek soup', Servings: 4 },
    version: 2,
    created_on: before.created_on,
    modified_on: now,
  })
})

test('POST copy returns 404 for an unknown source', async (doors) => {
  expect(await jsonOf(404, copy(doors, 8_000_000))).toEqual({ Message: 'Entity 8000000 was not found.' })
})

test('options of the wrong type are rejected, named by their paths and their property or relation (interface 2.3.1 to 2.3.5)', async (doors) => {
  const problems = copy(doors, dish.soup, {
    destination_entity_id: '7',
    property_copy_options: [
      { property: 'Title', method: 'Overwrite', new_value: { en: 'Stew' } },
      { method: 'Keep' },
    ],
    relation_copy_options: [
      { relation: 'TagToDish', method: 5 },
      {
        relation: 'MenuToDish',
        method: 'Copy',
        related_copy_options: {
          property_copy_options: [{ property: 'Name', new_value: 3 }, { property: '', method: 3 }, {}],
        },
      },
      { method: 'Keep' },
    ],
  })

  expect(await jsonOf(400, problems)).toEqual({
    destination_entity_id: 'Expected a number, not "7".',
    'property_copy_options.0.new_value': 'Title: Expected text, not an object.',
    'property_copy_options.1.property': 'Expected text; it is missing.',
    'relation_copy_options.0.method': 'TagToDish: Expected text, not 5.',
    'relation_copy_options.1.related_copy_options.property_copy_options.0.new_value':
      'Name: Expected text, not 3.',
    'relation_copy_options.1.related_copy_options.property_copy_options.1.method': 'Expected text, not 3.',
    'relation_copy_options.1.related_copy_options.property_copy_options.2.property':
      'Expected text; it is missing.',
    'relation_copy_options.2.relation': 'Expected text; it is missing.',
  })
})

test('a rejected copy names every problem by its path, and changes nothing', async (doors) => {
  const before = doors.sandboxes.map(({ state }) => state.data)

  const response = await copy(doors, dish.soup, {
    destination_entity_id: menu.lunch,
    property_copy_options: [
      { property: 'Titel', method: 'Keep' },
      { property: 'Title', method: 'Clone' },
      { property: 'Servings', method: 'Overwrite', new_value: 'four' },
      { property: 'Price', method: 'Overwrite' },
      { property: 'Vegan', method: 'Keep', new_value: 'true' },
      { property: 'Vegan', method: 'Ignore' },
      { property: 'MenuToDish', method: 'Keep' },
    ],
    relation_copy_options: [
      { relation: 'Menu', method: 'Keep' },
      { relation: 'TagToDish', method: 'Merge' },
      { relation: 'DishToRecipe', method: 'Keep' },
      { relation: 'DishToRecipe', method: 'Ignore' },
      {
        relation: 'MenuToDish',
        method: 'Copy',
        related_copy_options: {
          destination_entity_id: 8_000_000,
          property_copy_options: [{ property: 'Price', method: 'Remove' }],
          relation_copy_options: [{ relation: 'MenuToDish', role: 'Child', method: 'Ignore' }],
        },
      },
      { relation: 'DishToSide', method: 'Remove', related_copy_options: { copy_profile_id: 50 } },
      { relation: 'Title' },
    ],
  })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    destination_entity_id: `Entity ${menu.lunch} is of definition "T.Menu", but the source is of "T.Dish".`,
    'property_copy_options.0.property': 'T.Dish has no property "Titel".',
    'property_copy_options.1.method':
      'Title: "Clone" is not a property copy method. Use Keep, Remove, Overwrite or Ignore.',
    'property_copy_options.2.new_value': 'Servings: Expected a whole number of 32 bits, not "four".',
    'property_copy_options.3.new_value':
      'Price: Overwrite needs a new_value. Use Remove to remove the value.',
    'property_copy_options.4.new_value': 'Vegan: new_value can only be used with Overwrite, not with Keep.',
    'property_copy_options.5.property': '"Vegan" has two options.',
    'property_copy_options.6.property': '"MenuToDish" is a relation of T.Dish, not a property.',
    'relation_copy_options.0.relation': 'T.Dish has no relation "Menu".',
    'relation_copy_options.1.method':
      'TagToDish: "Merge" is not a relation copy method. Use Keep, Remove, Copy, Overwrite, Append or Ignore.',
    'relation_copy_options.2.method': `"DishToRecipe" of entity ${dish.soup} can't be shared: an entity at its other end can have only one reference, so the source would lose entity ${recipe.leekSoup}. Use Copy, Remove or Ignore.`,
    'relation_copy_options.3.relation': '"DishToRecipe" has two options.',
    'relation_copy_options.4.related_copy_options.destination_entity_id': 'Entity 8000000 does not exist.',
    'relation_copy_options.4.related_copy_options.property_copy_options.0.property':
      'T.Menu has no property "Price".',
    'relation_copy_options.4.related_copy_options.relation_copy_options.0.role':
      'T.Menu is not the Child of "MenuToDish".',
    'relation_copy_options.5.related_copy_options':
      'DishToSide: related_copy_options can only be used with Copy, not with Remove.',
    'relation_copy_options.6.relation': '"Title" is a property of T.Dish, not a relation.',
    'relation_copy_options.6.method':
      'Title: A relation option needs a method: Keep, Remove, Copy, Overwrite, Append or Ignore.',
  })
  expect(doors.sandboxes.map(({ state }) => state.data)).toEqual(before)
})

test('the source as its own destination is rejected', async (doors) => {
  expect(await jsonOf(400, copy(doors, dish.soup, { destination_entity_id: dish.soup }))).toEqual({
    destination_entity_id: `Entity ${dish.soup} is the source itself. Omit destination_entity_id to copy it to a new entity.`,
  })
})

test.table([
  ['Title', 'Bean soup', 'Bean soup'],
  ['Title', '', ''],
  ['Servings', ' 6 ', 6],
  ['Sold', '9007199254740991', 9007199254740991],
  ['Price', '-0.5', -0.5],
  ['Price', '1e3', 1000],
  ['Vegan', 'False', false],
  ['CookedOn', '2027-04-01', '2027-04-01T00:00:00.000Z'],
  ['ServedAt', '2027-04-01T10:00:00+02:00', '2027-04-01T08:00:00.000Z'],
  ['Extra', '{"k": [1, null]}', { k: [1, null] }],
  ['Extra', 'null', null],
  ['Extra', '[]', []],
  ['Course', 'main', { identifier: 'main' }],
  ['Course', '{"identifier": "main", "labels": {}}', { identifier: 'main' }],
  ['Aliases', '["Potage", "Broth"]', ['Potage', 'Broth']],
  ['Aliases', 'Broth', ['Broth']],
  ['Aliases', '[]', null],
  ['Story', 'Boil.', { 'en-US': 'Boil.', 'nl-NL': 'Boil.' }],
  ['Story', '{"nl-NL": "Kook."}', { 'en-US': null, 'nl-NL': 'Kook.' }],
])(
  'Overwrite %s with new_value %j results in %j (interface 4.3.6)',
  async (doors, property, newValue, value) => {
    const response = await copy(doors, dish.soup, {
      property_copy_options: [{ property, method: 'Overwrite', new_value: newValue }],
    })
    const location = response.headers.get('location') ?? ''
    const { properties } = await doors.get<{ properties: Record<string, unknown> }>(
      `${location.slice(origin.length)}?cultures=en-US,nl-NL`,
    )

    expect({ value: properties[property] }).toMatchObject({ value })
  },
)

test.table([
  ['Servings', '4.5'],
  ['Servings', '99999999999'],
  ['Price', 'Infinity'],
  ['Price', '1,5'],
  ['Vegan', 'yes'],
  ['CookedOn', 'tomorrow'],
  ['Extra', '{broken'],
  ['Course', 'dessert'],
  ['Code', 'soup'],
  ['Story', '{"dutch": "Kook."}'],
])('Overwrite %s with new_value %j is rejected', async (doors, property, newValue) => {
  const response = await copy(doors, dish.soup, {
    property_copy_options: [{ property, method: 'Overwrite', new_value: newValue }],
  })

  expect(response.status).toBe(400)
  expect(Object.keys((await response.json()) as object)).toEqual(['property_copy_options.0.new_value'])
})

test('a single new_value of a multi-language property is set in the culture of the request', async (doors) => {
  const story = { property: 'Story', method: 'Overwrite', new_value: 'Kochen.' }
  const { properties } = await copied(doors, dish.soup, { property_copy_options: [story] }, '?culture=de-DE')

  expect(properties.Story).toEqual({ 'de-DE': 'Kochen.' })
  expect(await copied(doors, dish.soup, { property_copy_options: [story] }, '?culture=EN-us')).toMatchObject({
    properties: { Story: { 'en-US': expect.any(String) } },
  })
  expect((await copy(doors, dish.soup, {}, '?culture=german')).status).toBe(400)
})

test('empty members count as absent, for every method', async (doors) => {
  const empty = {
    copy_profile_identifier: '',
    copy_profile_id: 0,
    destination_entity_id: null,
    property_copy_options: [],
    relation_copy_options: null,
  }
  const response = await doors.post(`/api/entities/${dish.soup}/copy`, {
    property_copy_options: [
      { property: 'Servings', method: 'Keep', new_value: '' },
      { property: 'Vegan', method: 'Ignore', new_value: null },
    ],
    relation_copy_options: [
      { relation: 'TagToDish', method: 'Keep', related_copy_options: empty },
      { relation: 'MenuToDish', method: 'Ignore', related_copy_options: null },
    ],
  })

  expect(response.status).toBe(201)
})

test('a unique value that another entity has is rejected, even if that entity is a copy made by the same request', async (doors) => {
  const overwrite = { property_copy_options: [{ property: 'Code', method: 'Overwrite', new_value: 'SO-1' }] }
  const taken = await copy(doors, dish.soup, overwrite)
  const twice = await copy(doors, menu.lunch, {
    relation_copy_options: [
      {
        relation: 'MenuToDish',
        method: 'Copy',
        related_copy_options: {
          property_copy_options: [{ property: 'Code', method: 'Overwrite', new_value: 'SO-9' }],
        },
      },
    ],
  })

  expect(await taken.json()).toEqual({
    'property_copy_options.0': `"Code" is unique, and entity ${dish.soup} already has this value.`,
  })
  expect(await twice.json()).toEqual({
    'relation_copy_options.0.related_copy_options.property_copy_options.0': `"Code" is unique, and would be the same for the copies of ${dish.soup} and ${dish.bread}.`,
  })
})

test('a mandatory property must have a value after the copy', async (doors) => {
  const response = await copy(doors, dish.soup, {
    property_copy_options: [{ property: 'Title', method: 'Remove' }],
  })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    'property_copy_options.0': '"Title" is mandatory and has no value.',
  })
})

test('the copies of related entities refer to the copy they were reached from, and the source keeps its references (interface 4.3.5)', async (doors) => {
  const { id, relations } = await copied(doors, menu.lunch, {
    relation_copy_options: [
      {
        relation: 'MenuToDish',
        method: 'Copy',
        related_copy_options: { relation_copy_options: [{ relation: 'DishToRecipe', method: 'Copy' }] },
      },
    ],
  })
  const [soup = 0, bread = 0] = relations.MenuToDish?.children ?? []
  const [steps = 0] = storedIn(doors, soup).relations.DishToRecipe?.children ?? []

  expect(storedIn(doors, soup)).toMatchObject({
    properties: { Title: 'Leek soup' },
    relations: {
      MenuToDish: { parents: [id] },
      TagToDish: { parents: [tag.warm, tag.quick] },
      DishToRecipe: { children: [steps] },
    },
  })
  expect(storedIn(doors, steps).relations).toEqual({ DishToRecipe: { parents: [soup] } })
  expect(storedIn(doors, bread).relations.MenuToDish).toEqual({ parents: [id] })
  expect(storedIn(doors, menu.lunch).relations.MenuToDish).toEqual({ children: [dish.soup, dish.bread] })
  expect(storedIn(doors, dish.soup).version).toBe(1)
  // Both dishes are copied, so the copy of one is a side of the copy of the other.
  expect(storedIn(doors, bread).relations.DishToSide).toEqual({ parents: [soup] })
})

test('an entity that is reached on several paths is copied once, and cycles end', async () => {
  await using doors = await openNodes({ 1: [2, 3], 2: [4], 3: [4], 4: [1, 4] })
  const link = { relation: 'Link', role: 'Parent', method: 'Copy' }
  const deep = (levels: number): object => ({
    relation_copy_options: [{ ...link, ...(levels > 0 ? { related_copy_options: deep(levels - 1) } : {}) }],
  })

  const { id } = await copied(doors, node(1), deep(5))
  const targets = (from: number): readonly number[] => storedIn(doors, from).relations.Link?.children ?? []
  const [two = 0, three = 0] = targets(id)
  const [four = 0] = targets(two)

  expect(new Set([id, two, three, four]).size).toBe(4)
  expect(targets(three)).toEqual([four])
  expect(targets(four)).toEqual([id, four])
  expect(doors.sandboxes[0]?.data.entities.group('definition', 'T.Node').size).toBe(8)
  for (const { data } of doors.sandboxes) expectConsistentRelations(data)
})

test('a role selects one end of a self-referencing relation', async (doors) => {
  const { id, relations } = await copied(doors, dish.bread, {
    property_copy_options: [{ property: 'Title', method: 'Keep' }],
    relation_copy_options: [
      { relation: 'DishToSide', role: 'Child', method: 'Keep' },
      { relation: 'DishToSide', role: 'Parent', method: 'Copy' },
    ],
  })

  expect(relations.DishToSide).toEqual({ parents: [dish.soup] })
  expect(storedIn(doors, dish.soup).relations.DishToSide).toEqual({ children: [dish.bread, id] })
})

test('related_copy_options accepts a destination for a single related entity', async (doors) => {
  const into = (relation: string, destination: number): object => ({
    relation_copy_options: [
      { relation, method: 'Copy', related_copy_options: { destination_entity_id: destination } },
    ],
  })

  const { relations } = await copied(doors, dish.soup, into('DishToRecipe', recipe.ryeBread))
  const many = await copy(doors, menu.lunch, into('MenuToDish', dish.salad))

  expect(relations.DishToRecipe).toEqual({ children: [recipe.ryeBread] })
  expect(await many.json()).toEqual({
    'relation_copy_options.0.related_copy_options.destination_entity_id': `Entity ${dish.salad} would be the destination of ${dish.soup} and ${dish.bread}.`,
  })
})

test.table([
  [undefined, 200],
  ['Append', 200],
  ['Keep', 400],
  ['Overwrite', 400],
] as const)(
  'a copy to a child of its source by the method %s returns %i, and the source keeps the child',
  async (doors, method, status) => {
    const response = await copy(doors, dish.soup, {
      destination_entity_id: dish.bread,
      relation_copy_options: method ? [{ relation: 'DishToSide', role: 'Child', method }] : [],
    })
    const lost = expect.stringContaining('the source, which would lose it')

    expect(response.status).toBe(status)
    expect(await response.json()).toEqual(
      status === 400
        ? { 'relation_copy_options.0.method': lost }
        : expect.objectContaining({ id: dish.bread }),
    )
    expect(storedIn(doors, dish.soup).relations.DishToSide).toEqual({ children: [dish.bread] })
  },
)

test('one request copies at most 1,000 entities', async () => {
  const chain = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [index + 1, [index + 2]]))
  await using doors = await openNodes({ ...chain, 1001: [] }, [
    profile(9001, {
      relations: [
        {
          relation: 'Link',
          role: 'Parent',
          method: 'Copy',
          related_copy_options: { copy_profile_id: 9001 },
        },
      ],
    }),
  ])

  const tooMany = await copy(doors, node(1), { copy_profile_id: 9001 })

  expect(tooMany.status).toBe(400)
  expect(Object.values((await tooMany.json()) as object)).toEqual([
    'One request can copy at most 1000 entities; this one would copy more.',
  ])
  expect((await copy(doors, node(2), { copy_profile_id: 9001 })).status).toBe(201)
  expect(doors.sandboxes[0]?.data.entities.group('definition', 'T.Node').size).toBe(2001)
})

test('a profile identifier takes precedence over a profile id (interface 4.3.3)', async () => {
  await using doors = await openProfiles()

  for (const options of [
    { copy_profile_identifier: 'shout', copy_profile_id: 8_000_000 },
    { copy_profile_id: 9001 },
  ])
    expect((await copied(doors, node(1), options)).properties.Name).toBe('LOUD')
})

test.each([
  ['property options', { property_copy_options: [{ property: 'Name', method: 'Keep' }] }],
  ['relation options', { relation_copy_options: [{ relation: 'Link', method: 'Remove' }] }],
])('with %s, profiles are ignored (interface 4.3.4)', async (_, options) => {
  await using doors = await openProfiles()

  for (const profile of [{ copy_profile_identifier: 'shout' }, { copy_profile_id: 8_000_000 }])
    expect((await copied(doors, node(1), { ...options, ...profile })).properties.Name).toBe('node 1')
})

test('empty lists of options beside a profile have warnings, since the profile applies nonetheless', async () => {
  await using doors = await openProfiles()
  const options = { copy_profile_id: 9001, property_copy_options: [], relation_copy_options: [] }
  const response = await copy(doors, node(1), options)

  expect(response.status).toBe(201)
  expect(response.headers.get('x-sandbox-warning')).toBe(
    ['property', 'relation']
      .map((kind) => `/${kind}_copy_options: An empty list counts as absent: the copy profile applies.`)
      .join('; '),
  )
})

test('a profile applies to a copy to a destination too (interface 4.3.7)', async () => {
  await using doors = await openProfiles()
  const response = await copy(doors, node(1), { copy_profile_id: 9001, destination_entity_id: node(2) })

  expect(response.status).toBe(200)
  expect(storedIn(doors, node(2)).properties.Name).toBe('LOUD')
})

test.each([
  [{ copy_profile_id: 8_000_000 }, 'copy_profile_id'],
  [{ copy_profile_identifier: 'whisper' }, 'copy_profile_identifier'],
  [{ copy_profile_id: 2 }, 'copy_profile_id'],
  [{ copy_profile_id: 9002 }, 'copy_profile_id.M.CopyProfile.PropertyCopyOptions'],
  [{ copy_profile_id: 9003 }, 'copy_profile_id.property_copy_options.0.property'],
])('an unusable profile is rejected: %j', async (options, path) => {
  await using doors = await openProfiles()
  expect(Object.keys(await jsonOf(400, copy(doors, node(1), options)))).toEqual([path])
})

test('an option of the wrong type in a profile is named by its path and its relation', async () => {
  await using doors = await openProfiles()

  expect(await jsonOf(400, copy(doors, node(1), { copy_profile_id: 9004 }))).toEqual({
    'copy_profile_id.M.CopyProfile.RelationCopyOptions.0.method':
      'The copy profile 9004: Link: Expected text, not 5.',
  })
})

interface Resource {
  id: number
  identifier: string
  created_on: string
  self: { href: string }
}

function copy(doors: Doors, id: number, options: object = {}, query = ''): Promise<Response> {
  return doors.post(`/api/entities/${id}/copy${query}`, options)
}

/** Copies an entity to a new one, and returns that. */
async function copied(doors: Doors, id: number, options: object = {}, query = ''): Promise<Entity> {
  const { id: newId } = await jsonOf(201, copy(doors, id, options, query))

  return storedIn(doors, Number(newId))
}

function storedIn(doors: Doors, id: number): Entity {
  const found = doors.sandboxes[0]?.data.entities.get(id)

  if (!found) throw new Error(`There is no entity ${id}.`)

  return found
}

/** The id of a node; ids below 1,000 belong to the built-in users and settings. */
function node(number: number): number {
  return 1000 + number
}

/** Entities of one definition that link to each other; `links` contains the numbers that `node()` expects. */
function openNodes(links: Record<number, number[]>, more: Entity[] = []): Promise<Doors> {
  const end = (role: 'Parent' | 'Child'): object => relationEnd('Link', role, 'ManyToMany', 'T.Node')
  const ids = Object.keys(links).map(Number)
  const parentsOf = (id: number): number[] => ids.filter((parent) => links[parent]?.includes(id))

  return openDoors({
    definitions: [define(101, 'T.Node', [{ type: 'String', name: 'Name' }, end('Parent'), end('Child')])],
    data: [
      ...ids.map((id) =>
        entity(node(id), 'T.Node', {
          properties: { Name: `node ${id}` },
          relations: {
            Link: { parents: parentsOf(id).map(node), children: (links[id] ?? []).map(node) },
          },
        }),
      ),
      ...more,
    ],
  })
}

function openProfiles(): Promise<Doors> {
  return openNodes({ 1: [2], 2: [] }, [
    profile(9001, { properties: [{ property: 'Name', method: 'Overwrite', new_value: 'LOUD' }] }, 'shout'),
    profile(9002, { properties: 'Name' }),
    profile(9003, { properties: [{ property: 'Nickname', method: 'Remove' }] }),
    profile(9004, { relations: [{ relation: 'Link', method: 5 }] }),
  ])
}

function profile(
  id: number,
  lists: { properties?: Entity['properties'][string]; relations?: Entity['properties'][string] },
  identifier = `profile-${id}`,
): Entity {
  return entity(id, 'M.CopyProfile', {
    identifier,
    properties: {
      'M.CopyProfile.Name': identifier,
      'M.CopyProfile.PropertyCopyOptions': lists.properties ?? [],
      'M.CopyProfile.RelationCopyOptions': lists.relations ?? [],
    },
  })
}

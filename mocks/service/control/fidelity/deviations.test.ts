import { expect } from 'vitest'
import { validationLevels } from '../../../sandbox/sandbox-settings.ts'
import { openDoors } from '../../../testing/doors.ts'
import { dish, menu, openKitchen, tag } from '../../../testing/kitchen.ts'
import { routes } from '../../../local/create-service.ts'
import { statementsOf, type Statement } from '../../../testing/statements.ts'
import { define, relationEnd } from '../../../testing/records.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

/** A request that differs from the interface, and the place that its warning has. */
type Deviation = readonly [method: 'POST' | 'PUT', path: string, json: unknown, place: string]

const soup = `/api/entities/${dish.soup}`
const soupByName = '/api/entities/identifier/leek-soup'
const link = (id: number) => ({ href: `/api/entities/${id}` })
const definitionOf = (name: string) => ({ href: `/api/entitydefinitions/${name}` })
const newDish = (more: object) => ({
  entitydefinition: definitionOf('T.Dish'),
  properties: { Title: 'Stew' },
  ...more,
})
const relation = (id: number, name: string, ends: object) => ({
  self: { href: `/api/entities/${id}/relations/${name}` },
  ...ends,
})
const copying = (options: object) => ({ property_copy_options: [options] })
const code = { property: 'Code', method: 'Keep' }

/** By the beginning of a decision to accept what differs from the interface: requests that do. */
const deviations: Readonly<Record<string, readonly Deviation[]>> = {
  'A body may be a list of one object.': [['PUT', soup, [{ properties: {} }], 'body']],
  'An id of 0 or less counts as absent, and so does an empty identifier.': [
    ['POST', '/api/entities', newDish({ id: 0 }), '/id'],
    ['POST', '/api/entities', newDish({ id: -5 }), '/id'],
    ['POST', '/api/entities', newDish({ identifier: '' }), '/identifier'],
    ['POST', '/api/entitydefinitions/T.Dish/entities', newDish({ id: -5 }), '/id'],
  ],
  'An upsert may omit the definition.': [
    ['POST', '/api/entities', { id: dish.soup, properties: { Title: 'Soup' } }, '/entitydefinition'],
    ['POST', '/api/entities', { identifier: 'leek-soup' }, '/entitydefinition'],
  ],
  'A nested relation may have child or children instead of parent.': [
    [
      'POST',
      '/api/entities',
      newDish({ relations: { DishToSide: { children: [link(dish.bread)] } } }),
      '/relations/DishToSide/children',
    ],
    [
      'POST',
      '/api/entities',
      newDish({ relations: { DishToRecipe: { child: null } } }),
      '/relations/DishToRecipe/child',
    ],
  ],
  'A nested relation may have parents instead of parent, and any of these': [
    [
      'POST',
      '/api/entities',
      newDish({ relations: { TagToDish: { parents: [link(tag.cheap)] } } }),
      '/relations/TagToDish/parents',
    ],
    [
      'POST',
      '/api/entities',
      newDish({ id: 0, relations: { DishToSide: relation(0, 'DishToSide', { children: [] }) } }),
      '/relations/DishToSide/children',
    ],
    [
      'POST',
      '/api/entities',
      newDish({
        id: dish.soup,
        relations: { DishToRecipe: relation(dish.soup, 'DishToRecipe', { child: null }) },
      }),
      '/relations/DishToRecipe/child',
    ],
  ],
  'A relation whose self is the entity’s own relation resource is applied': [
    [
      'PUT',
      soup,
      { relations: { TagToDish: relation(dish.soup, 'TagToDish', { parents: [] }) } },
      '/relations/TagToDish',
    ],
    ['PUT', soup, { relations: { TagToDish: { parents: [link(tag.cheap)] } } }, '/relations/TagToDish'],
    [
      'PUT',
      soup,
      { relations: { TagToDish: relation(dish.salad, 'TagToDish', { parents: [] }) } },
      '/relations/TagToDish',
    ],
    ['PUT', soup, { relations: 'none' }, '/relations'],
    ['PUT', soup, { id: dish.salad }, '/id'],
    ['PUT', soupByName, { id: dish.salad, entitydefinition: definitionOf('T.Dish') }, '/id'],
  ],
  'An identifier other than the entity’s is ignored.': [
    ['PUT', soup, { identifier: 'stew' }, '/identifier'],
    ['PUT', soupByName, { identifier: 'stew', entitydefinition: definitionOf('T.Dish') }, '/identifier'],
  ],
  'Properties may be omitted, and keep their values.': [
    ['PUT', soup, { properties: { Title: 'Stew' } }, '/properties'],
    ['PUT', soup, {}, '/properties'],
  ],
  'The definition may be omitted. The rest is as in PUT by id.': [
    ['PUT', soupByName, { properties: { Title: 'Stew' } }, '/entitydefinition'],
  ],
  'An id of 0 or less counts as absent, and so do empty lists': [
    ['POST', `${soup}/copy`, { destination_entity_id: 0 }, '/destination_entity_id'],
    ['POST', `${soup}/copy`, { copy_profile_id: -1 }, '/copy_profile_id'],
    ['POST', `${soup}/copyasync`, { copy_profile_id: -1 }, '/copy_profile_id'],
  ],
  'Methods are accepted in any letter case.': [
    [
      'POST',
      `${soup}/copy`,
      copying({ property: 'Title', method: 'keep' }),
      '/property_copy_options/0/method',
    ],
    [
      'POST',
      `${soup}/copy`,
      { relation_copy_options: [{ relation: 'TagToDish', method: 'REMOVE' }] },
      '/relation_copy_options/0/method',
    ],
    [
      'POST',
      `/api/entities/${menu.lunch}/copy`,
      {
        relation_copy_options: [
          {
            relation: 'MenuToDish',
            method: 'Copy',
            related_copy_options: copying({ property: 'Title', method: 'kEEP' }),
          },
        ],
      },
      '/relation_copy_options/0/related_copy_options/property_copy_options/0/method',
    ],
  ],
  'Keep, the default, does not copy a unique value': [
    ['POST', `${soup}/copy`, {}, '/property_copy_options/Code'],
    [
      'POST',
      `${soup}/copy`,
      { ...copying(code), destination_entity_id: dish.salad },
      '/property_copy_options/0',
    ],
  ],
  'An option may name Keep for a unique property of a new target.': [
    ['POST', `${soup}/copy`, copying(code), '/property_copy_options/0'],
  ],
}

/** The beginnings of other decisions on what the interface describes: they say what it leaves open, or add to it. */
const settlements = [
  'Links are absolute',
  '400 is an object of member name to message',
  'Malformed JSON is 400',
  'ETag is strong',
  'Date is the time',
  // Existing clients send names in any letter case throughout.
  'Paths, query parameters, JSON members',
  'A path outside the service is 404',
  'Pages of any origin may read /api',
  'Rate limits are off',
  'A token is sent as',
  'An invalid token is rejected',
  'Readers may not write',
  'An unused id or identifier creates',
  'An upsert always returns 201',
  'A write changes only the members',
  'A definition that is missing or unknown',
  'Dates that do not exist',
  'An identifier has letters',
  'A nested relation may be empty.',
  'A relation is returned as a link',
  'A self-referencing relation returns both ends',
  'A copy to a new target returns 201',
  'The default method is Keep',
  'An option that would take references',
  'After Keep and Overwrite',
  'A copy profile is an entity',
  'A copy has an identifier of its own',
  'The list contains the user’s own notifications',
  'The statistics resources have schemas of our own',
  'The hostname is the value of the option',
  'The aggregated label is the worst',
  'Responses contain the labels Green, Yellow, Orange and Red',
  'Definitions have the shape',
]

function decisions(): Statement[] {
  const items = statementsOf(routes)
  const documented = new Set(items.filter(({ status }) => status === 'documented').map(({ route }) => route))

  return items.filter(
    ({ status, topic, route }) => status === 'decided' && (topic === 'everywhere' || documented.has(route)),
  )
}

test('every decision on what the interface describes either settles what it leaves open, or warns of what differs', () => {
  const about = decisions()
  const beginnings = { settlement: settlements, warning: Object.keys(deviations) }
  const unknown = about.filter(
    ({ text, warning }) =>
      !beginnings[warning ? 'warning' : 'settlement'].some((beginning) => text.startsWith(beginning)),
  )

  expect(
    unknown.map(({ text }) => text),
    'Add the beginning of each decision to "settlements" or, if it has a "warning", to "deviations" with requests that differ.',
  ).toEqual([])
  expect(about.filter(({ warning }) => warning)).toHaveLength(beginnings.warning.length)
  expect(about.filter(({ warning, rules }) => warning && !rules)).toEqual([])
})

interface Journaled {
  readonly method: string
  readonly warnings: readonly { readonly place: string }[]
}

const requests = Object.entries(deviations).flatMap(([beginning, list]) =>
  list.map(([method, path, json, place]) => ({ beginning, method, path, json, place })),
)

test.each(
  requests.flatMap((request) =>
    validationLevels.map((level) => ({ ...request, level, body: JSON.stringify(request.json) })),
  ),
)('what differs from the interface is said at run time, $level: $method $path $body', async (request) => {
  const { beginning, method, path, json, place, level } = request
  await using doors = await openKitchen({ validate: level })
  const statement = decisions().find(({ text }) => text.startsWith(beginning))
  const before = await doors.get(soup)
  const response = await doors.fetch(path, { method, json })
  const { items } = await doors.get<{ items: Journaled[] }>('/__sandbox/journal')
  const isRejected = level === 'enforce' && statement?.warning === 'rejected'
  const isSaid = level === 'enforce' || (level === 'warn' && !beginning.startsWith(onlyEnforced))
  const places = items.find((entry) => entry.method === method)?.warnings.map((warning) => warning.place)

  expect(response.status).toEqual(isRejected ? 400 : expect.toBeOneOf([200, 201, 204]))
  expect(places?.includes(place)).toBe(isSaid)
  expect(response.headers.get('x-sandbox-warning')?.includes(`${place}: `) ?? false).toBe(isSaid)
  if (!isRejected) return

  expect(Object.keys((await response.json()) as object)).toContain(place.slice(1).replaceAll('/', '.'))
  expect(await doors.get(soup)).toEqual(before)
})

const onlyEnforced = 'Properties may be omitted'

test('what GET returns, sent back whole by PUT or POST, has no warning', async () => {
  await using doors = await openKitchen({ validate: 'enforce' })
  const body = await doors.get<{ id: number }>(soup)
  const responses = [
    await doors.put(soup, body),
    await doors.put(soupByName, body),
    await doors.put(soup, { ...body, id: String(body.id) }),
    await doors.post('/api/entities', body),
  ]

  expect(responses.map(({ status, headers }) => [status, headers.get('x-sandbox-warning')])).toEqual([
    [204, null],
    [204, null],
    [204, null],
    [201, null],
  ])
})

test('a warning that rejects the request is never lost among others', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `Link${index}`)
  const roles = ['Parent', 'Child'] as const
  const ends = names.flatMap((name) => roles.map((role) => relationEnd(name, role, 'ManyToMany', 'T.Wide')))
  await using doors = await openDoors({
    definitions: [define(101, 'T.Wide', ends)],
    data: [],
    validate: 'enforce',
  })
  const response = await doors.post('/api/entities', {
    entitydefinition: definitionOf('T.Wide'),
    relations: Object.fromEntries([
      ...names.map((name) => [name, { parents: [] }]),
      ['Link24', { children: [] }],
    ]),
  })

  expect(response.status).toBe(400)
  expect(Object.keys((await response.json()) as object)).toEqual(['relations.Link24.children'])
})

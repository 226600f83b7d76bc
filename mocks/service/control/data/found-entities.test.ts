import { expect } from 'vitest'
import { EntityDefinition } from '../../../data/model/definitions/definition.ts'
import { openDoors } from '../../../testing/doors.ts'
import { define, entity } from '../../../testing/records.ts'
import { dish, openKitchen } from '../../../testing/kitchen.ts'
import { testWithDoors } from '../../../testing/test-with-doors.ts'
import { emptyObject } from '../../../testing/empty-object.ts'

interface List {
  items: { id: number; title: string; relation_counts: Record<string, number> }[]
  total_items: number
  terms: { text: string; problem?: string }[]
  definitions?: { name: string; count: number }[]
}

const relation = { type: 'Relation', name: 'BookToShelf', cardinality: 'OneToMany' }
const definitions = [
  EntityDefinition.parse({
    ...define(901, 'Book', [
      { type: 'String', name: 'Title', is_multilanguage: true },
      { ...relation, role: 'Child', associated_entitydefinition: 'Shelf' },
    ]),
    display_template: '{Title}',
  }),
  define(902, 'Shelf', [{ ...relation, role: 'Parent', associated_entitydefinition: 'Book' }]),
]
const data = [
  entity(91, 'Shelf', { relations: { BookToShelf: { children: [93, 94] } } }),
  ...['Sun', 'Moon', 'Sunrise'].map((title, index) =>
    entity(92 + index, 'Book', {
      properties: { Title: { 'en-US': title } },
      relations: index === 0 ? {} : { BookToShelf: { parents: [91] } },
    }),
  ),
]

const test = testWithDoors(() => openDoors({ definitions, data }))

test('GET /__sandbox/entities lists the hits of a filter, with titles and numbers of related entities', async (doors) => {
  const list = await doors.get<List>('/__sandbox/entities?q=property.Title~sun&sort=Title&order=desc')

  expect(list.total_items).toBe(2)
  expect(list.items).toMatchObject([
    { id: 94, title: 'Sunrise', relation_counts: { BookToShelf: 1 } },
    { id: 92, title: 'Sun', relation_counts: emptyObject },
  ])
})

test.table([
  ['title', 'asc', [93, 92, 94]],
  ['relation_counts', 'desc', [93, 94, 92]],
])('GET /__sandbox/entities sorts by its own column %s', async (doors, sort, order, ids) => {
  const { items } = await doors.get<List>(`/__sandbox/entities?definition=Book&sort=${sort}&order=${order}`)

  expect(items.map(({ id }) => id)).toEqual(ids)
})

test('GET /__sandbox/entities counts by definition, even if the list is limited to one', async (doors) => {
  const all = await doors.get<List>('/__sandbox/entities?definition=Shelf&facets=definition')
  const found = await doors.get<List>('/__sandbox/entities?q=has:BookToShelf&facets=definition')

  expect(all.items.map(({ id }) => id)).toEqual([91])
  expect(all.definitions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'Book', count: 3 }),
      expect.objectContaining({ name: 'Shelf', count: 1 }),
    ]),
  )
  expect(found.definitions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'Book', count: 2 }),
      expect.objectContaining({ name: 'Shelf', count: 1 }),
    ]),
  )
})

test('GET /__sandbox/entities ignores an invalid term, and says why', async (doors) => {
  const list = await doors.get<List>(
    '/__sandbox/entities?q=definition:Book colour:red property.Titel~sun'.replaceAll(' ', '%20'),
  )

  expect(list.total_items).toBe(3)
  expect(list.terms).toEqual([
    { text: 'definition:Book' },
    { text: 'colour:red', problem: expect.stringContaining('"colour" is not a key.') },
    { text: 'property.Titel~sun', problem: expect.stringContaining('Did you mean "Title"?') },
  ])
})

test('GET /__sandbox/graph returns the entities around an entity, and each relation once', async (doors) => {
  const near = await doors.get('/__sandbox/graph?root=93')
  const far = await doors.get('/__sandbox/graph?root=93&depth=2')

  expect(near).toMatchObject({
    nodes: [
      { id: 93, title: 'Moon', depth: 0, hidden: 0 },
      { id: 91, depth: 1, hidden: 1 },
    ],
    edges: [{ relation: 'BookToShelf', parent: 91, child: 93 }],
    is_truncated: false,
  })
  expect(far).toMatchObject({
    nodes: [{ id: 93 }, { id: 91 }, { id: 94, depth: 2 }],
    relations: ['BookToShelf'],
  })
})

test('GET /__sandbox/graph finds relations in any letter case', async (doors) => {
  expect(await doors.get('/__sandbox/graph?root=93&relations=booktoshelf')).toMatchObject({
    nodes: [{ id: 93 }, { id: 91 }],
    edges: [{ relation: 'BookToShelf', parent: 91, child: 93 }],
  })
})

test.each([
  [149, false],
  [150, true],
])('GET /__sandbox/graph of an entity with %i related ones: is cut: %s', async (count, isCut) => {
  const books = Array.from({ length: count }, (_, index) => ({
    id: 1000 + index,
    definition: 'Book',
    relations: { BookToShelf: { parent: 91 } },
  }))
  const shelf = { id: 91, definition: 'Shelf' }
  await using doors = await openDoors({ definitions, data: { entities: [shelf, ...books] } })

  expect(await doors.get('/__sandbox/graph?root=91')).toMatchObject({ is_truncated: isCut })
})

test.table(['', '?root=93&depth=0', '?root=93&depth=4', '?root=93&depth=deep'])(
  'GET /__sandbox/graph%s is 400',
  async (doors, query) => {
    expect((await doors.fetch(`/__sandbox/graph${query}`)).status).toBe(400)
  },
)

test('GET /__sandbox/entities accepts a query expression, and returns the values of every culture', async () => {
  await using doors = await openKitchen()
  const query = encodeURIComponent("Definition.Name=='T.Dish' AND String('Title')=='Leek soup'")
  const { items } = await doors.get<{ items: unknown[] }>(`/__sandbox/entities?query=${query}`)

  expect(items).toMatchObject([
    { id: dish.soup, properties: { Story: { 'en-US': 'Wash the leeks.', 'nl-NL': 'Was de prei.' } } },
  ])
})

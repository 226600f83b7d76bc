import { expect } from 'vitest'
import { EntityDefinition } from '../../../data/model/definitions/definition.ts'
import { openDoors } from '../../../testing/doors.ts'
import { define, entity } from '../../../testing/records.ts'
import { dish, openKitchen } from '../../../testing/kitchen.ts'
import { testWithDoors } from '../../../testing/test-with-doors.ts'
import { emptyObject } from '../../../testing/empty-object.ts'

interface Rows {
  items: { id: number; title: string }[]
  total_items: number
  unknown: string[]
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

const rows = (query: string, others = '') =>
  `/__sandbox/rows?query=${encodeURIComponent(query)}${others && `&${others}`}`

test('GET /__sandbox/rows returns titles, and the members that are asked for', async (doors) => {
  const list = await doors.get<Rows>(
    rows("String('Title') contains 'sun'", 'members=Title,BookToShelf&sort=Title&order=desc'),
  )

  expect(list.total_items).toBe(2)
  expect(list.items).toMatchObject([
    {
      id: 94,
      title: 'Sunrise',
      properties: { Title: 'Sunrise' },
      relations: { BookToShelf: { count: 1, titles: [expect.any(String)] } },
    },
    { id: 92, title: 'Sun', relations: { BookToShelf: { count: 0, titles: [] } } },
  ])
  expect(await doors.get(rows('Id==92'))).toMatchObject({
    items: [{ properties: emptyObject, relations: emptyObject }],
  })
})

test('a row has the titles of the first three related entities', async (doors) => {
  const list = await doors.get(rows('Id==91', 'members=BookToShelf'))

  expect(list).toMatchObject({
    items: [{ relations: { BookToShelf: { count: 2, titles: ['Moon', 'Sunrise'] } } }],
  })
})

test('GET /__sandbox/rows sorts by title', async (doors) => {
  const { items } = await doors.get<Rows>('/__sandbox/rows?definition=Book&sort=title')

  expect(items.map(({ id }) => id)).toEqual([93, 92, 94])
})

test('GET /__sandbox/rows counts by definition, even if the list is limited to one', async (doors) => {
  const limited = await doors.get<Rows>('/__sandbox/rows?definition=Shelf&facets=definition')
  const found = await doors.get<Rows>(rows("Exists('BookToShelf')", 'facets=definition'))
  const counts = (Book: number, Shelf: number) => ({
    definitions: expect.arrayContaining([
      expect.objectContaining({ name: 'Book', count: Book }),
      expect.objectContaining({ name: 'Shelf', count: Shelf }),
    ]),
  })

  expect(limited.items.map(({ id }) => id)).toEqual([91])
  expect(limited).toMatchObject(counts(3, 1))
  expect(found).toMatchObject(counts(2, 1))
})

test('GET /__sandbox/rows names what is unknown in a query; an invalid one is 400', async (doors) => {
  const { unknown } = await doors.get<Rows>(rows("String('Titel')=='Sun' AND Definition.Name=='Bok'"))

  expect(unknown).toEqual([
    expect.stringContaining('Did you mean "Title"?'),
    expect.stringContaining('"Bok"'),
  ])
  expect((await doors.fetch(rows('colour=red'))).status).toBe(400)
})

test('GET /__sandbox/entities accepts a query expression, and returns the values of every culture', async () => {
  await using doors = await openKitchen()
  const query = encodeURIComponent("Definition.Name=='T.Dish' AND String('Title')=='Leek soup'")
  const { items } = await doors.get<{ items: unknown[] }>(`/__sandbox/entities?query=${query}`)

  expect(items).toMatchObject([
    { id: dish.soup, properties: { Story: { 'en-US': 'Wash the leeks.', 'nl-NL': 'Was de prei.' } } },
  ])
})

const asAdmin = { headers: { 'X-Auth-Token': 'sandbox-admin' } }

test('POST /__sandbox/entities/change sets properties of several entities in one change, which Undo reverts', async () => {
  await using doors = await openKitchen()
  const ids = [dish.soup, dish.bread, 99_999]
  const servings = async () =>
    (
      await doors.get<{ items: { properties: { Servings: number } }[] }>(
        `/__sandbox/entities?query=${encodeURIComponent(`Id==${dish.soup} OR Id==${dish.bread}`)}`,
      )
    ).items.map(({ properties }) => properties.Servings)
  const before = await servings()
  const changed = await doors.post(
    '/__sandbox/entities/change',
    { ids, properties: { Servings: 9 } },
    asAdmin,
  )

  expect(await changed.json()).toEqual({ count: 2 })
  expect(await servings()).toEqual([9, 9])
  await doors.post('/__sandbox/undo')
  expect(await servings()).toEqual(before)
})

test('POST /__sandbox/entities/change changes none if one is rejected', async () => {
  await using doors = await openKitchen()
  const read = () => doors.get(`/api/entities/${dish.soup}`)
  const before = await read()
  const body = { ids: [dish.soup, dish.bread], properties: { Servings: 'many' } }
  const { status } = await doors.post('/__sandbox/entities/change', body, asAdmin)

  expect(status).toBe(400)
  expect(await read()).toEqual(before)
})

test('POST /__sandbox/entities/delete deletes several entities in one change, which Undo reverts', async () => {
  await using doors = await openKitchen()
  const statuses = () =>
    Promise.all([dish.soup, dish.bread].map(async (id) => (await doors.fetch(`/api/entities/${id}`)).status))
  const deleted = await doors.post('/__sandbox/entities/delete', { ids: [dish.soup, dish.bread, 99_999] })

  expect(await deleted.json()).toEqual({ count: 2 })
  expect(await statuses()).toEqual([404, 404])
  await doors.post('/__sandbox/undo')
  expect(await statuses()).toEqual([200, 200])
})

import { expect } from 'vitest'
import type { DataFileInput } from '../../../data/model/data-file/data-file.ts'
import { jsonOf, openDoors, type Doors } from '../../../testing/doors.ts'
import { test } from '../../../testing/test-with-kitchen.ts'
import { menu } from '../../../testing/kitchen.ts'

const importFile = (doors: Doors, file: unknown, query = '') => doors.post(`/__sandbox/import${query}`, file)
const exportText = async (doors: Doors, prefix = '') =>
  (await doors.fetch(`${prefix}/__sandbox/export`)).text()

const library = {
  definitions: [
    {
      name: 'Book',
      member_groups: [
        {
          name: 'Main',
          members: [
            { type: 'String', name: 'Title', is_mandatory: true },
            { type: 'String', name: 'Isbn', is_unique: true },
            {
              type: 'Relation',
              name: 'ShelfToBook',
              role: 'Child',
              cardinality: 'OneToMany',
              associated_entitydefinition: 'Shelf',
            },
          ],
        },
      ],
    },
    { name: 'Shelf' },
  ],
  entities: [
    { definition: 'Shelf', identifier: 'top' },
    { definition: 'Book', properties: { Title: 'Emma' }, relations: { ShelfToBook: { parent: 'top' } } },
    { definition: 'Book', id: 77, properties: { Title: 'Persuasion' } },
  ],
} satisfies DataFileInput

test('export: passwords are not exported, neither from the sandbox nor from a snapshot', async (doors) => {
  const headers = { authorization: 'Bearer sandbox-admin' }

  await doors.post('/api/account/6/setpassword', { password: 'hunter22' }, { headers })
  await doors.post('/__sandbox/snapshots', { name: 'base' })

  for (const { data } of doors.sandboxes) expect(data.passwords.get(6)?.password).toBe('hunter22')
  for (const path of ['/__sandbox/export', '/__sandbox/snapshots/base/export']) {
    expect(await (await doors.fetch(path)).text()).not.toContain('hunter22')
  }
})

test('export: entities that a stricter definition no longer allows can be imported', async (doors) => {
  const path = '/api/entitydefinitions/T.Menu'
  const put = async (member: object) =>
    doors.put(path, { name: 'T.Menu', member_groups: [{ name: 'Main', members: [member] }] })

  const stricter = await put({
    type: 'String',
    name: 'Name',
    is_mandatory: true,
    validation_expression: '^none$',
  })
  const text = await exportText(doors)
  const imported = await importFile(doors, JSON.parse(text))

  expect([stricter.status, imported.status]).toEqual([204, 200])
  expect(await exportText(doors)).toBe(text)
})

test('GET /__sandbox/export returns a data file with a record on each line', async (doors) => {
  const response = await doors.fetch('/__sandbox/export')
  const text = await response.text()
  const file = JSON.parse(text) as Record<string, unknown>

  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(file).toMatchObject({
    format: 'entity-sandbox',
    version: 1,
    complete: true,
    seed: 1,
    clock: { mode: 'real', offset_ms: 0 },
    sequences: { entity: expect.any(Number) },
    entities: expect.arrayContaining([
      expect.objectContaining({ id: menu.lunch, properties: { Name: 'Lunch' } }),
    ]),
  })
  expect(text.split('\n').filter((line) => line.includes('"id":2001,'))).toHaveLength(1)
})

test('POST /__sandbox/import of an export restores the same data: another export has the same bytes', async () => {
  await using doors = await openDoors()

  await doors.delete('/api/entities/1000')
  const exported = await exportText(doors)
  await doors.delete('/api/entities/1001')

  expect((await importFile(doors, JSON.parse(exported))).status).toBe(200)
  expect(await exportText(doors)).toBe(exported)
})

test('a file may be minimal: ids and identifiers are generated, and both ends of a relation are set', async (doors) => {
  await importFile(doors, library)

  const shelf = await doors.get<{ id: number }>('/api/entities/identifier/top?nestedRelations=ShelfToBook')
  const emma = shelf.id + 1

  expect(shelf).toMatchObject({
    relations: { ShelfToBook: { children: [{ href: `http://sandbox.test/api/entities/${emma}` }] } },
  })
  expect(await doors.get(`/api/entities/${emma}?nestedRelations=ShelfToBook`)).toMatchObject({
    identifier: expect.stringMatching(/^[\w-]{22}$/),
    properties: { Title: 'Emma' },
    relations: { ShelfToBook: { parent: { href: `http://sandbox.test/api/entities/${shelf.id}` } } },
  })
  expect(await doors.get('/api/entities/77')).toMatchObject({ properties: { Title: 'Persuasion' } })
})

test('the name of a relation in a file may be in any letter case', async (doors) => {
  const [shelf, emma] = library.entities

  await importFile(doors, {
    ...library,
    entities: [shelf, { ...emma, id: 78, relations: { shelftobook: { parent: 'top' } } }],
  })

  expect(await doors.get('/api/entities/78/relations/ShelfToBook')).toHaveProperty('parent.href')
})

test('importing a minimal file keeps the users who can sign in', async (doors) => {
  await importFile(doors, library)

  const response = await doors.put(
    '/api/entities/77',
    { properties: {} },
    { headers: { 'X-Auth-Token': 'sandbox-editor' } },
  )

  expect(response.status).toBe(204)
})

test('entities are generated for a file with definitions only', async () => {
  await using doors = await openDoors({ entities: 60 })

  await importFile(doors, { definitions: library.definitions })

  expect(await doors.get('/__sandbox/entities?definition=Book&take=1')).toMatchObject({
    total_items: expect.toSatisfy((count: number) => count > 10),
  })
})

test('an import can be undone, and a reset restores the data before it', async (doors) => {
  const before = await exportText(doors)

  await importFile(doors, library)
  await doors.post('/__sandbox/undo')

  expect(JSON.parse(await exportText(doors))).toMatchObject({
    entities: (JSON.parse(before) as { entities: unknown }).entities,
  })

  await importFile(doors, library)
  await doors.post('/__sandbox/reset')

  expect(await exportText(doors)).toBe(before)
})

test('POST /__sandbox/import?baseline=true makes the imported data the baseline', async (doors) => {
  await importFile(doors, library, '?baseline=true')
  await doors.delete('/api/entities/77')
  await doors.post('/__sandbox/reset')

  expect((await doors.fetch('/api/entities/77')).status).toBe(200)
})

/** The library with other entities, of a definition unless they name another. */
const libraryOf = (definition: string, ...entities: object[]) => ({
  ...library,
  entities: entities.map((each) => ({ definition, ...each })),
})

test.table<[string, unknown, string]>([
  ['a later version', { version: 2 }, 'version'],
  ['another format', { format: 'other' }, 'format'],
  ['an unknown member', { entites: [] }, 'entites'],
  ['an entity without definition', { entities: [{ properties: {} }] }, 'entities.0.definition'],
  ['an unknown definition', { entities: [{ definition: 'Nope' }] }, 'entities.0.definition'],
  ['a value of another type', libraryOf('Book', { properties: { Title: 1 } }), 'entities.0.properties.Title'],
  ['a missing mandatory property', libraryOf('Book', {}), 'entities.0.properties.Title'],
  [
    'an unknown property',
    libraryOf('Book', { properties: { Title: 'Emma', Colour: 'red' } }),
    'entities.0.properties.Colour',
  ],
  ['an id twice', libraryOf('Shelf', { id: 5000 }, { id: 5000 }), 'entities.1.id'],
  [
    'an identifier twice',
    libraryOf('Shelf', { identifier: 'a' }, { identifier: 'a' }),
    'entities.1.identifier',
  ],
  [
    'a unique value twice',
    libraryOf('Book', ...[1, 2].map(() => ({ properties: { Title: 'T', Isbn: '1' } }))),
    'entities.1.properties',
  ],
  [
    'a related entity that does not exist',
    libraryOf('Book', { properties: { Title: 'T' }, relations: { ShelfToBook: { parent: 'bottom' } } }),
    'entities.0.relations.ShelfToBook.parents',
  ],
  [
    'a relation that a definition does not have',
    libraryOf('Shelf', { relations: { Nope: { child: 1 } } }),
    'entities.0.relations.Nope',
  ],
  [
    'more relations than the cardinality allows',
    libraryOf(
      'Shelf',
      { relations: { ShelfToBook: { children: [77] } } },
      { relations: { ShelfToBook: { children: [77] } } },
      { definition: 'Book', id: 77, properties: { Title: 'T' } },
    ),
    'entities.2.relations.ShelfToBook',
  ],
  ['a definition twice', { definitions: [{ name: 'Book' }, { name: 'Book' }] }, 'definitions.1'],
  [
    'a relation to a definition that does not exist',
    { definitions: [library.definitions[0]] },
    'definitions.0.member_groups.0.members.2.associated_entitydefinition',
  ],
])('POST /__sandbox/import rejects %s with its place, and changes nothing', async (doors, _, file, place) => {
  const before = doors.sandboxes.map(({ state }) => state.data)

  expect(await jsonOf(400, importFile(doors, file))).toHaveProperty([place])
  expect(doors.sandboxes.map(({ state }) => state.data)).toEqual(before)
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { openDoors, origin } from '../testing/doors.ts'
import { createSandbox } from '../create-sandbox.ts'
import { importData } from './import.ts'
import { packageFiles, queryResponse } from './testing/samples.ts'

const zip = zipSync(
  Object.fromEntries(Object.entries(packageFiles).map(([path, text]) => [path, strToU8(text)])),
)

/** The same files in a folder, which goes with it. */
async function packageFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'package-'))

  for (const [path, text] of Object.entries(packageFiles)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }

  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

test('a package is taken as a zip: definitions, entities and option lists, told apart by content', async () => {
  await using doors = await openDoors({ data: zip })

  expect(
    await doors.get('/api/entities/identifier/Demo.Recipe.Leek?nestedRelations=TagToRecipe&culture=en-US'),
  ).toMatchObject({
    properties: {
      Title: 'Leek soup',
      Story: { 'en-US': 'Wash the leeks.' },
      Course: { identifier: 'Soup', labels: {} },
      Servings: null,
    },
    relations: { TagToRecipe: { parents: [{ href: `${origin}/api/entities/4712` }] } },
    created_on: '2024-05-02T09:12:33.120Z',
    version: 3,
  })
  expect(await doors.get('/api/entitydefinitions/Demo.Recipe')).toMatchObject({
    labels: { 'en-US': 'Recipe' },
    member_groups: [
      {
        labels: {},
        members: expect.arrayContaining([
          expect.objectContaining({ name: 'Story', content_type: 'Html', boost: true }),
          expect.objectContaining({
            name: 'Servings',
            conditions: [{ member: 'TagToRecipe', value: { href: `${origin}/api/entities/4712` } }],
          }),
          expect.objectContaining({ name: 'TagToRecipe', role: 'Child', cardinality: 'ManyToMany' }),
        ]),
      },
    ],
  })
  expect(await doors.get('/api/datasources/Demo.Courses')).toMatchObject({ type: 'Hierarchical' })
})

test('a package is taken as a folder as it is as a zip', async () => {
  await using files = await packageFolder()
  const [folder, packed] = await Promise.all([
    createSandbox({ data: files.folder }),
    createSandbox({ data: zip }),
  ])

  expect(folder.imported?.taken).toEqual(packed.imported?.taken)
  expect([...folder.data.entities.all()]).toEqual([...packed.data.entities.all()])
  expect([...folder.data.definitions.all()]).toEqual([...packed.data.definitions.all()])
})

test('an import says what it took, changed and skipped, and why', async () => {
  const { imported } = await createSandbox({ data: zip })

  expect(imported).toMatchInlineSnapshot(`
    {
      "changed": [
        {
          "count": 1,
          "places": [
            "Demo.Recipe",
          ],
          "text": "The id of a definition is another: the sandbox has one with that id.",
        },
        {
          "count": 1,
          "places": [
            "Demo.Recipe",
          ],
          "text": ""Demo.Tag" is not among the definitions: it is one without properties.",
        },
        {
          "count": 2,
          "places": [
            "entities/Demo.Recipe/Demo.Recipe.Leek.json",
            "entities/User/cook.json",
          ],
          "text": "The id of an entity is another: the sandbox has one with that id.",
        },
        {
          "count": 1,
          "places": [
            "Demo.Tag",
          ],
          "text": ""Demo.Tag" gets members that its entities have: TagName.",
        },
      ],
      "skipped": [
        {
          "count": 1,
          "places": [
            "readme.txt",
          ],
          "text": "Only .json files are read.",
        },
        {
          "count": 1,
          "places": [
            "policies/cooks.json",
          ],
          "text": "Policies are not imported.",
        },
        {
          "count": 1,
          "places": [
            "schema/Demo.Recipe.json Demo.Recipe.Scan",
          ],
          "text": ""type": Expected "String", "Boolean", "Integer", "Long", "Decimal", "DateTime", "DateTimeOffset", "Json" or "Relation", not "FileReference".",
        },
        {
          "count": 1,
          "places": [
            "schema/Demo.Recipe.json",
          ],
          "text": ""flavour" is not a field of an entity definition.",
        },
        {
          "count": 1,
          "places": [
            "entities/Demo.Recipe/Demo.Recipe.Leek.json.relations.TagToRecipe",
          ],
          "text": "References to entities that are not here.",
        },
        {
          "count": 1,
          "places": [
            "entities/Demo.Recipe/Demo.Recipe.Leek.json.Servings",
          ],
          "text": "Expected a whole number of 32 bits, not "four".",
        },
        {
          "count": 1,
          "places": [
            "entities/Demo.Recipe/Demo.Recipe.Leek.json.Forgotten",
          ],
          "text": "Demo.Recipe has no property "Forgotten".",
        },
      ],
      "taken": {
        "definitions": 2,
        "entities": 3,
        "optionLists": 1,
      },
    }
  `)
})

test('the users of the banner can sign in, whatever was imported', async () => {
  const user = {
    name: 'User',
    self: { href: 'User' },
    member_groups: [{ name: 'Account', members: [{ type: 'String', name: 'Username' }] }],
  }
  const admin = {
    identifier: 'somebody',
    id: 6,
    entitydefinition: { href: 'User' },
    properties: { Username: 'admin' },
    relations: {},
  }

  await using doors = await openDoors({ data: [user, admin], auth: 'required' })

  for (const token of ['sandbox-admin', 'sandbox-editor', 'sandbox-reader']) {
    expect((await doors.fetch('/api/entities/6', { headers: { 'X-Auth-Token': token } })).status).toBe(200)
  }
  expect(
    (await doors.fetch('/api/status/queues', { headers: { Authorization: 'Bearer sandbox-admin' } })).status,
  ).toBe(200)
})

test('what a query returns is taken, with definitions made from its entities', async () => {
  await using doors = await openDoors({ data: queryResponse })

  expect(await doors.get('/api/entities/40001?nestedRelations=KitchenToStove&culture=en-US')).toMatchObject({
    properties: { ...queryResponse.items[0]?.properties, BoughtOn: '2024-01-31T00:00:00.000Z' },
    relations: { KitchenToStove: { parent: { href: `${origin}/api/entities/40002` } } },
  })

  const { member_groups } = await doors.get<{ member_groups: { members: object[] }[] }>(
    '/api/entitydefinitions/Demo.Stove',
  )

  expect(member_groups[0]?.members).toMatchObject([
    { name: 'Name', type: 'String' },
    { name: 'Rings', type: 'Integer' },
    { name: 'Weight', type: 'Decimal' },
    { name: 'IsGas', type: 'Boolean' },
    { name: 'BoughtOn', type: 'DateTime' },
    { name: 'Label', type: 'String', is_multilanguage: true },
    { name: 'Colours', type: 'String', is_multivalue: true },
    { name: 'Make', type: 'String', datasource: { href: `${origin}/api/datasources/Demo.Stove.Make` } },
    { name: 'Extra', type: 'Json' },
    { name: 'Nothing', type: 'String' },
    { name: 'KitchenToStove', role: 'Child', cardinality: 'OneToMany' },
  ])
  for (const { imported } of doors.sandboxes) {
    expect(imported?.skipped).toContainEqual({
      text: 'A page of a list: 2 of 3 are here. Give the other pages too, in one folder or array.',
      count: 1,
      places: [''],
    })
  }
})

test('pages of one list are taken together, given as an array', async () => {
  const [stove, kitchen] = queryResponse.items
  const pages = [
    { items: [stove], total_items: 2 },
    { items: [kitchen], total_items: 2 },
  ]
  const { imported } = await createSandbox({ data: pages })

  expect(imported?.taken.entities).toBe(2)
  expect(imported?.skipped.map(({ text }) => text)).not.toContainEqual(expect.stringContaining('page'))
})

test('definitions of a page are filled with data; those on other pages are stubs', async () => {
  const recipe = JSON.parse((packageFiles['schema/Demo.Recipe.json'] ?? '').slice(1)) as { data: object }

  await using doors = await openDoors({ definitions: { items: [recipe.data], total_items: 2 }, entities: 40 })

  expect(await doors.get('/api/entitydefinitions/Demo.Recipe/entities?take=1')).toMatchObject({
    items: [{ properties: { Title: expect.any(String) } }],
  })
  expect(await doors.get('/api/entitydefinitions/Demo.Tag')).toMatchObject({ name: 'Demo.Tag' })
})

test('a source without anything to take is refused, and says what is taken', async () => {
  await expect(createSandbox({ data: [{ what: 'is this' }] })).rejects.toThrow(
    'There are no entities, entity definitions and option lists',
  )
  await expect(createSandbox({ data: './nowhere.json' })).rejects.toThrow('there is no such file or folder')
})

test('what is wrong with a file of a package is said with its name', async () => {
  const book = {
    name: 'Book',
    member_groups: [{ name: 'M', members: [{ type: 'Strin', name: 'T' }] }],
  }
  const broken = zipSync({ 'a/b.json': strToU8('{ "x": , }') })
  const misspelt = zipSync({ 'schema/Book.json': strToU8(JSON.stringify([book])) })

  await expect(createSandbox({ data: broken })).rejects.toThrow(/a\/b\.json: Not valid JSON: .+/)
  await expect(createSandbox({ data: misspelt })).rejects.toMatchObject({
    failures: {
      'schema/Book.json.0.member_groups.0.members.0.type': expect.stringContaining('Did you mean "String"?'),
    },
  })
})

test('an expression that values can not be held against in linear time is kept, and named', async () => {
  const member = { type: 'String', name: 'Code', validation_expression: '(?=a)b' } as const
  const definition = { name: 'Part', member_groups: [{ name: 'Main', members: [member] }] }
  const { file, summary } = await importData({ definitions: [definition] })

  expect(JSON.stringify(file.definitions)).toContain('"(?=a)b"')
  expect(summary.changed).toMatchObject([
    { text: expect.stringContaining('stored but not enforced'), places: ['Part.Code'] },
  ])
})

test('unknown fields of definitions written by hand are named', async () => {
  const { imported } = await createSandbox({
    definitions: [{ name: 'Book', properties: { Title: 'String' } }],
  })

  expect(imported?.skipped).toEqual([
    { text: '"properties" is not a field of an entity definition.', count: 1, places: ['0'] },
  ])
})

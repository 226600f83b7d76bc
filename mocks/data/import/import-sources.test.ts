import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { openDoors, origin } from '../../testing/doors.ts'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { definitions as builtIn } from '../seed/domain/domain.ts'
import { importData } from './import-sources.ts'
import { summaryLines } from './import-summary.ts'
import { packageFiles, queryResponse } from './testing/samples.ts'
import { emptyObject } from '../../testing/empty-object.ts'
import { entity } from '../../testing/records.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

const zip = zipSync(
  Object.fromEntries(Object.entries(packageFiles).map(([path, text]) => [path, strToU8(text)])),
)

test('a package is imported from a zip: definitions, entities and option lists, distinguished by content', async () => {
  await using doors = await openDoors({ data: zip })

  expect(
    await doors.get('/api/entities/identifier/Demo.Recipe.Leek?nestedRelations=TagToRecipe&culture=en-US'),
  ).toMatchObject({
    properties: {
      Title: 'Leek soup',
      Story: { 'en-US': 'Wash the leeks.' },
      Course: { identifier: 'Soup', labels: emptyObject },
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
        labels: emptyObject,
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

test('a folder is imported like a zip of its files', async () => {
  const [folder, packed] = await Promise.all([
    buildSandbox({ data: temporaryFolder(packageFiles) }),
    buildSandbox({ data: zip }),
  ])

  expect(folder.imported?.imported).toEqual(packed.imported?.imported)
  expect([...folder.data.entities.all()]).toEqual([...packed.data.entities.all()])
  expect([...folder.data.definitions.all()]).toEqual([...packed.data.definitions.all()])
})

test('the summary of an import lists what was imported, changed and skipped, and why', async () => {
  const { summary } = await importData({ data: zip })

  expect(summaryLines(summary)).toMatchInlineSnapshot(`
    [
      "Imported: 2 definitions, 1 option list, 3 entities, 1 relation.",
      "Changed: "Demo.Tag" is not among the definitions: an empty one is used. (Demo.Recipe)",
      "Changed: The definition has a new id: its id is in use. (Demo.Recipe)",
      "Changed: The entity has a new id: its id is in use. (entities/Demo.Recipe/Demo.Recipe.Leek.json, entities/User/cook.json)",
      "Changed: "Demo.Tag" gets members that its entities have: TagName. (Demo.Tag)",
      "Skipped: Only .json and .har files are read. (readme.txt)",
      "Skipped: Policies are not imported. (policies/cooks.json)",
      "Skipped: "type": Expected "String", "Boolean", "Integer", "Long", "Decimal", "DateTime", "DateTimeOffset", "Json" or "Relation", not "FileReference". (schema/Demo.Recipe.json Demo.Recipe.Scan)",
      "Skipped: "flavour" is not a field of an entity definition. (schema/Demo.Recipe.json)",
      "Skipped: References to entities that are neither imported nor in the sandbox. (entities/Demo.Recipe/Demo.Recipe.Leek.json.relations.TagToRecipe)",
      "Skipped: Expected a whole number of 32 bits, not "four". (entities/Demo.Recipe/Demo.Recipe.Leek.json.Servings)",
      "Skipped: Demo.Recipe has no property "Forgotten". (entities/Demo.Recipe/Demo.Recipe.Leek.json.Forgotten)",
    ]
  `)
  expect(summary.changed).toContainEqual({
    text: 'The entity has a new id: its id is in use.',
    count: 2,
    places: ['entities/Demo.Recipe/Demo.Recipe.Leek.json', 'entities/User/cook.json'],
  })
})

test('the personas can sign in, whatever was imported', async () => {
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

test('the response of a query is imported, with definitions inferred from its entities', async () => {
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
      text: 'Only 2 of the 3 items of a list were provided. Provide the other pages too, in one folder or array.',
      count: 1,
      places: [''],
    })
  }
})

test.each([
  ['parent', 'OneToMany'],
  ['parents', 'ManyToMany'],
  ['child', 'OneToOne'],
  ['children', 'ManyToMany'],
])(
  'a relation that an entity has as "%s" is inferred as %s, also with one entity',
  async (member, cardinality) => {
    const [stove, kitchen] = queryResponse.items
    const link = { href: 'http://kitchen.example/api/entities/40002' }
    const content = member === 'parent' || member === 'child' ? link : [link]
    const { data } = await buildSandbox({
      data: [{ ...stove, relations: { Furnishing: { [member]: content } } }, kitchen],
    })
    const members = ['Demo.Stove', 'Demo.Kitchen'].flatMap(
      (name) => data.definitions.get(name)?.member_groups ?? [],
    )

    expect(members.flatMap((group) => group.members)).toContainEqual(
      expect.objectContaining({ name: 'Furnishing', cardinality }),
    )
  },
)

test('of several entities where a relation allows one, the last is imported and the others are noted', async () => {
  const [stove, kitchen] = queryResponse.items
  const elsewhere = { parent: { href: 'http://kitchen.example/api/entities/40003' } }
  const moved = { ...stove, relations: { KitchenToStove: elsewhere } }
  const other = { ...kitchen, id: 40_003, identifier: 'Demo.Kitchen.Two', self: undefined }

  await using doors = await openDoors({ data: [stove, kitchen, other, moved] })

  expect(await doors.get('/api/entities/40001?nestedRelations=KitchenToStove')).toMatchObject({
    relations: { KitchenToStove: { parent: { href: `${origin}/api/entities/40003` } } },
  })
  expect(await doors.get('/api/entities/40002/relations/KitchenToStove')).toMatchObject({ children: [] })
  for (const { imported } of doors.sandboxes) {
    expect(imported?.skipped.map(({ text }) => text)).toContain(
      'There are 2 parents, but the relation allows only one.',
    )
  }
})

test('what no date or whole number can be is inferred as a text or decimal number, and imported', async () => {
  const [stove] = queryResponse.items
  const properties = { ServedOn: '2024-02-30', OpenedAt: '2024-01-31T10:00:5', Atoms: 1e20, Grains: 2 ** 40 }

  await using doors = await openDoors({ data: [{ ...stove, properties, relations: {} }] })

  expect(await doors.get('/api/entities/40001')).toMatchObject({ properties })
  expect(await doors.get('/api/entitydefinitions/Demo.Stove')).toMatchObject({
    member_groups: [
      {
        members: [
          { name: 'ServedOn', type: 'String' },
          { name: 'OpenedAt', type: 'String' },
          { name: 'Atoms', type: 'Decimal' },
          { name: 'Grains', type: 'Long' },
        ],
      },
    ],
  })
})

test('an array of pages is imported as one list', async () => {
  const [stove, kitchen] = queryResponse.items
  const pages = [
    { items: [stove], total_items: 2 },
    { items: [kitchen], total_items: 2 },
  ]
  const { imported } = await buildSandbox({ data: pages })

  expect(imported?.imported.entities).toBe(2)
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

test('a source without importable records is rejected, and the error lists what can be imported', async () => {
  await expect(buildSandbox({ data: [{ what: 'is this' }] })).rejects.toThrow(
    'There are no entities, entity definitions or option lists.',
  )
  await expect(buildSandbox({ data: './nowhere.json' })).rejects.toThrow('there is no such file or folder')
})

test('an error in a file of a package names the file', async () => {
  const book = {
    name: 'Book',
    member_groups: [{ name: 'M', members: [{ type: 'Strin', name: 'T' }] }],
  }
  const broken = zipSync({ 'a/b.json': strToU8('{ "x": , }') })
  const misspelt = zipSync({ 'schema/Book.json': strToU8(JSON.stringify([book])) })

  await expect(buildSandbox({ data: broken })).rejects.toThrow(/a\/b\.json: Not valid JSON: .+/)
  await expect(buildSandbox({ data: misspelt })).rejects.toMatchObject({
    failures: {
      'schema/Book.json.0.member_groups.0.members.0.type': expect.stringContaining('Did you mean "String"?'),
    },
  })
})

test('an expression that can’t be matched in linear time is stored, and noted', async () => {
  const member = { type: 'String', name: 'Code', validation_expression: '(?=a)b' } as const
  const definition = { name: 'Part', member_groups: [{ name: 'Main', members: [member] }] }
  const { file, summary } = await importData({ definitions: [definition] })

  expect(JSON.stringify(file.definitions)).toContain('"(?=a)b"')
  expect(summary.changed).toMatchObject([
    { text: expect.stringContaining('stored but not enforced'), places: ['Part.Code'] },
  ])
})

const bookOf = (...members: object[]) => ({ name: 'Book', member_groups: [{ name: 'Main', members }] })
const book = bookOf({ type: 'String', name: 'Code', is_unique: true }, { type: 'Integer', name: 'Pages' })
const bookWith = (properties: object, id: number, others: object = {}) => ({
  id,
  entitydefinition: { href: 'Book' },
  properties,
  relations: {},
  ...others,
})

test('a source of option lists without any is rejected, whatever the definitions are', async () => {
  const definitions = [book, 5]

  await expect(importData({ definitions, optionLists: ['no list'] })).rejects.toThrow(
    /^There are no option lists\. [^:]+ 0: Neither an object nor a list\.$/,
  )
  expect((await importData({ definitions })).summary.skipped).toMatchObject([{ places: ['1'] }])
})

test('of imported entities with one unique value or identifier, the first has it', async () => {
  const definitions = [book, { ...book, name: 'Map' }]
  const data = [
    bookWith({ Code: 'a', Pages: 1 }, 20001, { identifier: 'same' }),
    bookWith({ Code: 'a', Pages: 2 }, 20002),
    bookWith({ Code: 'a' }, 20003, { identifier: 'same', entitydefinition: { href: 'Map' } }),
  ]
  const sandbox = await buildSandbox({ definitions, data })

  expect([20001, 20002, 20003].map((id) => sandbox.data.entities.get(id))).toMatchObject([
    { identifier: 'same', properties: { Code: 'a', Pages: 1 } },
    { properties: { Pages: 2 }, uniqueValues: [] },
    { identifier: expect.not.stringMatching('same'), properties: { Code: 'a' } },
  ])
  expect(sandbox.imported).toMatchObject({
    changed: [{ text: expect.stringContaining('identifier'), places: ['2'] }],
    skipped: [{ text: 'Another entity has this value of "Code", which is unique.', places: ['1.Code'] }],
  })
})

test('an imported entity takes no unique value of one that the sandbox has', async () => {
  const user = (identifier: string) => ({
    identifier,
    entitydefinition: { href: 'User' },
    properties: { Username: 'admin' },
    relations: {},
  })
  const { data } = await buildSandbox()
  const reader = data.entities.get(8)
  const sandbox = await buildSandbox({ data: [user(reader?.identifier ?? '')] })

  expect(sandbox.data.entities.get(6)).toMatchObject({ properties: { Username: 'admin' } })
})

test('a summary counts each value that is not imported, and only the entities that are', async () => {
  const data = [
    ...Array.from({ length: 1500 }, (_, index) => bookWith({ Pags: 5 }, 20001 + index)),
    bookWith({}, 30001, { entitydefinition: { href: '/not a name/' } }),
  ]
  const { summary } = await importData({ definitions: [book], data })

  expect(summary.imported).toMatchObject({ entities: 1500 })
  expect(summary.skipped).toContainEqual(
    expect.objectContaining({ text: 'Book has no property "Pags".', count: 1500 }),
  )
})

test('users who are not imported are noted by what they did', async () => {
  const by = (name: string) => ({ href: `http://other.test/api/users/${name}` })
  const data = [
    bookWith({}, 20001, { created_by: by('x'), modified_by: by('y') }),
    bookWith({}, 20002, { modified_by: by('y') }),
  ]
  const { file, summary } = await importData({ definitions: [book], data })

  expect(summary.changed).toMatchObject([
    {
      text: expect.stringContaining('created it is not imported; the sandbox’s administrator'),
      places: ['0'],
    },
    { text: expect.stringContaining('changed it is not imported; its creator'), places: ['0', '1'] },
  ])
  expect(file.entities?.find(({ id }) => id === 20001)).toMatchObject({ createdBy: 6, modifiedBy: 6 })
})

test('a built-in definition that is added for a relation takes no id of an imported one', async () => {
  const [asset] = builtIn.filter(({ name }) => name === 'M.Asset')
  const covers = { type: 'Relation', name: 'AssetToBook', role: 'Child', cardinality: 'ManyToMany' }
  const member = { ...covers, associated_entitydefinition: { href: 'M.Asset' } }
  const given = { ...bookOf(member), self: { href: 'Book' }, id: asset?.id }
  const { data } = await buildSandbox({ definitions: [given], data: [] })

  expect(data.definitions.get('Book')).toMatchObject({ id: asset?.id })
  expect(data.definitions.get('M.Asset')?.id).not.toBe(asset?.id)
})

test('an entity of a file replaces the built-in one with its identifier', async () => {
  const identifier = 'M.ContentType.Blog'
  const fields = { identifier, cultures: ['en-US'], properties: { Label: { 'en-US': 'Weblog' } } }
  const { data } = await buildSandbox({ data: [entity(20001, 'M.ContentType', fields)] })

  expect([...data.entities.all()].filter((each) => each.identifier === identifier)).toMatchObject([
    { id: 20001 },
  ])
})

test('a relation of an entity without an id is found by the identifier in its address', async () => {
  const data = [
    { identifier: 'one', entitydefinition: { href: 'Leaf' } },
    { identifier: 'other', entitydefinition: { href: 'Leaf' } },
    { id: 20001, identifier: 'tree', entitydefinition: { href: 'Tree' } },
    {
      self: { href: '/api/entities/identifier/one/relations/TreeToLeaf' },
      parents: [{ href: '/api/entities/20001' }],
    },
  ]
  const { file } = await importData({ data })
  const leaves = file.entities?.filter(({ definition }) => definition === 'Leaf')

  expect(leaves?.map(({ relations }) => relations)).toEqual([{ TreeToLeaf: { parents: [20001] } }, {}])
})

test('two entities with one source id but different identifiers are both imported', async () => {
  const data = [bookWith({}, 20001, { identifier: 'one' }), bookWith({}, 20001, { identifier: 'other' })]
  const { file, summary } = await importData({ data })

  expect(summary.imported).toMatchObject({ entities: 2 })
  expect(summary.changed).toContainEqual(
    expect.objectContaining({ text: 'The entity has a new id: its id is in use.' }),
  )
  expect(file.entities?.map(({ identifier }) => identifier)).toEqual(expect.arrayContaining(['one', 'other']))
})

test('names that no member or definition can have are noted, and everything else is imported', async () => {
  const parent = bookWith({}, 20002, { identifier: 'top', entitydefinition: { href: 'Not a name' } })
  const parents = [{ href: 'top' }]
  const { summary } = await importData({
    data: [
      parent,
      bookWith({ '': 'x', Title: 'Leek' }, 20001, { relations: { Up: { parents }, '': { parents } } }),
    ],
  })

  expect(summary.imported).toMatchObject({ entities: 1 })
  expect(summary.skipped.map(({ text }) => text)).toEqual([
    '"Not a name" is not a valid name of a definition.',
    'Book has no property "".',
    'Book has no parents in a relation "Up".',
    'Book has no parents in a relation "".',
  ])
})

test('the identifier of a reference in a package may have any characters but a slash', async () => {
  const data = [
    bookWith({ Title: '2024-05-02T10:00 in C#' }, 20001, { identifier: 'C#-100%25?' }),
    bookWith({}, 20002, { relations: { BookToBook: { parents: [{ href: 'C#-100%25?' }] } } }),
  ]
  const { file } = await importData({ data })
  const byId = (wanted: number) => file.entities?.find(({ id }) => id === wanted)

  expect(byId(20001)).toMatchObject({ properties: { Title: '2024-05-02T10:00 in C#' } })
  expect(byId(20002)).toMatchObject({ relations: { BookToBook: { parents: [20001] } } })
})

test('an option that entities use is added with its labels, whatever other members it has', async () => {
  const course = { identifier: 'Main', labels: { 'en-US': 'Main course' }, parent: { href: 'All' } }
  const { file } = await importData({
    definitions: [bookOf({ type: 'String', name: 'Course', datasource: 'Courses' })],
    optionLists: [{ name: 'Courses', self: { href: 'Courses' }, values: [] }],
    data: [bookWith({ Course: course }, 20001)],
  })

  expect(file.optionLists?.find(({ name }) => name === 'Courses')?.values).toEqual([
    { identifier: 'Main', labels: { 'en-US': 'Main course' } },
  ])
})

test('an empty folder is rejected by the name of the source', async () => {
  const folder = temporaryFolder()

  await expect(buildSandbox({ data: folder })).rejects.toMatchObject({
    body: { data: `${folder} contains no files.` },
  })
})

test.each<
  [what: string, source: Parameters<typeof importData>[0], text: unknown, count: number, place: string]
>([
  [
    'policies in a data file that is the source of definitions',
    { definitions: { definitions: [book], entities: [], policies: [{}] } },
    'The sources of definitions and option lists may contain nothing but these. To load everything use --data, in code data.',
    1,
    'policies',
  ],
  [
    'options without an identifier',
    {
      optionLists: [
        {
          name: 'Courses',
          self: { href: 'Courses' },
          values: ['Main', { identifier: 'Soup', values: [{}] }],
        },
      ],
    },
    'An option without an identifier.',
    2,
    '0',
  ],
  [
    'an unknown field of a member, at the member',
    {
      definitions: [{ ...bookOf({ type: 'String', name: 'Title', colour: 'red' }), self: { href: 'Book' } }],
    },
    '"colour" is not a field of a member.',
    1,
    '0 Book.Title',
  ],
])('only what is not imported is noted: %s', async (_, source, text, count, place) => {
  expect((await importData(source)).summary.skipped).toEqual([{ text, count, places: [place] }])
})

test.each([
  ['a member', 'mandatory', 'is_mandatory', { type: 'String', name: 'Title', mandatory: true }],
  ['a member', 'unique', 'is_unique', { type: 'String', name: 'Title', unique: true }],
  ['a member', 'options', 'datasource', { type: 'String', name: 'Title', options: 'Courses' }],
  ['a member', 'is_mandatry', 'is_mandatory', { type: 'String', name: 'Title', is_mandatry: true }],
  ['a member', 'cardinalty', 'cardinality', { type: 'Relation', name: 'Parts', cardinalty: 'OneToMany' }],
])(
  'an unknown field of %s of a written definition is rejected with the nearest name: %s',
  async (what, field, nearest, member) => {
    const source = { definitions: [bookOf({ type: 'Integer', name: 'Pages' }, member)] }

    await expect(importData(source)).rejects.toMatchObject({
      failures: {
        [`definitions.0.member_groups.0.members.1.${field}`]: `"${field}" is not a field of ${what}. Did you mean "${nearest}"? (Book.${member.name})`,
      },
    })
  },
)

test.each([
  [{ $schema: 's', defintions: [book] }, '"defintions" is not recognized. Did you mean "definitions"?'],
  [
    { definitions: [book], option_lists: [] },
    '"option_lists" is not recognized. Did you mean "optionLists"?',
  ],
  [{ definitions: book }, 'Expected a list, not an object.'],
  [{ definitions: [] }, 'There are no entity definitions.'],
  [{ optionLists: [{ name: 'Courses', values: [] }] }, 'There are no entity definitions.'],
])('a file of definitions without any, or with a misspelt member, is rejected: %j', async (file, message) => {
  await expect(importData({ definitions: file })).rejects.toThrow(message)
})

test('an empty list of definitions in code is as if left out', async () => {
  expect((await importData({ definitions: [], data: { definitions: [book] } })).file).toMatchObject({
    definitions: [{ name: 'Book' }],
  })
})

test('a file of definitions may have $schema, and a complete data file is read as one', async () => {
  const file = { $schema: 's', definitions: [book] }

  expect((await importData({ definitions: file })).summary).toMatchObject({ changed: [], skipped: [] })
  expect((await importData({ definitions: { ...file, complete: true } })).file).toMatchObject({
    complete: false,
    definitions: [{ name: 'Book' }],
  })
})

test('option lists that are made up and properties of no title are noted with the nearest names', async () => {
  const members = [
    { type: 'String', name: 'Title' },
    { type: 'String', name: 'Genre', datasource: 'Genre' },
    { type: 'String', name: 'Form', datasource: 'Hardness' },
  ]
  const definitions = [{ ...bookOf(...members), display_template: '{Titel} {Title}' }]
  const { summary } = await importData({ definitions: { definitions, optionLists: [{ name: 'Genres' }] } })

  expect(summaryLines(summary).slice(1)).toEqual([
    'Changed: Genre: no such option list, made up. Did you mean "Genres"? (Book.Genre)',
    'Changed: Hardness: no such option list, made up. (Book.Form)',
    'Skipped: {Titel} of its display_template, which is no property. Did you mean "Title"? (Book)',
  ])
})

const shelves = { type: 'Relation', name: 'ShelfToBook', role: 'Child', cardinality: 'OneToMany' }

test.each([
  [
    'a definition that does not exist',
    bookOf({ ...shelves, associated_entitydefinition: 'Shelv' }),
    'member_groups.0.members.0.associated_entitydefinition',
    'The definition "Shelv" does not exist. (Book.ShelfToBook) Did you mean "Shelf"?',
  ],
  [
    'many to one',
    bookOf({ ...shelves, cardinality: 'ManyToOne', associated_entitydefinition: 'Shelf' }),
    'member_groups.0.members.0.cardinality',
    'A cardinality is from parent to child: use "OneToMany", with the other role. (Book.ShelfToBook)',
  ],
  [
    'members outside of a group',
    { name: 'Book', members: [shelves] },
    'members',
    '"members" is not a field of an entity definition. It belongs in a group: "member_groups": [{ "name": "Main", "members": [...] }]. (Book)',
  ],
  ['a definition without a name', { member_groups: [] }, 'name', 'Expected text; it is missing. (unnamed)'],
])('%s is rejected with the names of definition and member', async (_, definition, place, message) => {
  const given = buildSandbox({ definitions: { definitions: [{ name: 'Shelf' }, definition] } as never })

  await expect(given).rejects.toMatchObject({ failures: { [`definitions.1.${place}`]: message } })
})

test('fields that existing programs send are skipped of a written definition, and listed', async () => {
  const sent = { type: 'String', name: 'Title', indexed: true, is_multiline: false }
  const { summary } = await importData({ definitions: [bookOf(sent)] })

  expect(summary.skipped.map(({ text }) => text)).toEqual([
    expect.stringContaining('"indexed" is not a field of a member.'),
    expect.stringContaining('"is_multiline" is not a field of a member.'),
  ])
})

test.each([
  ['books.csv', 'Title,Pages\nEmma,5\n', 'books.csv is not valid JSON, but CSV. '],
  ['books.txt', 'Emma', 'books.txt is not valid JSON: '],
])('the error of a source in another form says which forms are read: %s', async (name, text, problem) => {
  const folder = temporaryFolder({ [name]: text })
  const failure = await importData({ data: join(folder, name) }).catch((error: Error) => error.message)

  expect(failure).toContain(problem)
  expect(failure).toContain('Sources are JSON')
})

test('a file that is named like a zip and is none is rejected for that, and an empty zip for its content', async () => {
  const folder = temporaryFolder({ 'fake.zip': 'not a zip' })
  const read = (data: string | Uint8Array) => importData({ data }).catch((error: Error) => error.message)

  expect(await read(join(folder, 'fake.zip'))).toContain("fake.zip can't be read: it is not a zip.")
  expect(await read(zipSync({}))).toContain('contains no files')
})

test('a zip that unpacks to a much larger file is rejected before it is unpacked', async () => {
  const packed = zipSync({ 'data.json': strToU8('[]') })
  const view = new DataView(packed.buffer)
  const directory = packed.findIndex((_, at) => view.getUint32(at, true) === 0x02014b50)

  view.setUint32(directory + 24, 65 * 2 ** 20, true)
  await expect(importData({ data: packed })).rejects.toThrow('a file of more than 64 MiB')
})

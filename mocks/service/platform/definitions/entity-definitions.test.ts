import { expect } from 'vitest'
import { jsonOf, openDoors, origin, type Doors } from '../../../testing/doors.ts'
import { dish } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'
import { test as seededTest } from '../../../testing/test-with-doors.ts'
import { emptyObject } from '../../../testing/empty-object.ts'

interface DefinitionPage {
  items: { id: number; name: string; is_system_owned?: boolean }[]
  total_items: number
  next?: { href: string }
}

const wine = {
  name: 'T.Wine',
  labels: { 'en-US': 'Wine' },
  member_groups: [
    {
      name: 'Main',
      members: [
        { type: 'String', name: 'Grape', is_mandatory: true },
        {
          type: 'Relation',
          name: 'WineToDish',
          role: 'Parent',
          cardinality: 'ManyToMany',
          associated_entitydefinition: { href: `${origin}/api/entitydefinitions/T.Dish` },
        },
      ],
    },
  ],
}

interface Definition {
  member_groups: { members: Member[] }[]
}

interface Member {
  type: string
  name: string
  role?: string
}

/** Replaces the members of dishes. */
async function changeDish(doors: Doors, change: (members: Member[]) => object[]): Promise<Response> {
  const path = '/api/entitydefinitions/T.Dish'
  const before = await doors.get<Definition>(path)
  const member_groups = before.member_groups.map((group) => ({ ...group, members: change(group.members) }))

  return doors.put(path, { ...before, member_groups })
}

/** Changes the number of servings in the definition of dishes. */
const changeServings = (doors: Doors, change: object) =>
  changeDish(doors, (members) =>
    members.map((member) => (member.name === 'Servings' ? { ...member, ...change } : member)),
  )

test('a definition can be read by name, by id, and below /name', async (doors) => {
  const byName = await doors.get('/api/entitydefinitions/T.Dish')

  expect(byName).toMatchObject({
    id: 101,
    name: 'T.Dish',
    self: { href: `${origin}/api/entitydefinitions/T.Dish` },
  })
  expect(byName).not.toHaveProperty('permissions')
  expect(await doors.get('/api/entitydefinitions/101')).toEqual(byName)
  expect(await doors.get('/api/entitydefinitions/name/T.Dish')).toEqual(byName)
  expect((await doors.fetch('/api/entitydefinitions/T.None')).status).toBe(404)
})

seededTest('definitions are listed in pages with links to the next and previous page', async (doors) => {
  const names: string[] = []
  let path: string | undefined = '/api/entitydefinitions?take=10'
  let total = 0

  while (path) {
    const page: DefinitionPage = await doors.get<DefinitionPage>(path)

    names.push(...page.items.map(({ name }) => name))
    path = page.next?.href.slice(origin.length)
    total = page.total_items
  }

  expect(names).toHaveLength(total)
  expect(new Set(names).size).toBe(names.length)
})

test('definitions are selected by name, by id, and by boolean fields', async (doors) => {
  const namesOf = async (query: string) =>
    (await doors.get<DefinitionPage>(`/api/entitydefinitions?${query}&take=100`)).items.map(
      ({ name }) => name,
    )

  expect(await namesOf('definitionsToLoadByName=T.Menu,T.Tag')).toEqual(['T.Menu', 'T.Tag'])
  expect(await namesOf('definitionsToLoadById=101')).toEqual(['T.Dish'])
  expect(await namesOf('definitionsToLoadById=')).toEqual(await namesOf('definitionsToLoad='))
  expect(await namesOf('filter=issystemowned==false')).toEqual(['T.Dish', 'T.Menu', 'T.Recipe', 'T.Tag'])
  expect(await namesOf('filter=IsSystemOwned!=true')).toEqual(await namesOf('filter=issystemowned==false'))
  expect(await namesOf('excludeSystemOwnedDefinitions=true')).toHaveLength(4)
  expect(
    (await namesOf(`filter=${encodeURIComponent('is_system_owned==true AND islight==true')}`)).sort(),
  ).toEqual([
    'M.Action',
    'M.Job',
    'M.JobDescription',
    'M.Localization',
    'M.Mailing.Template',
    'M.Script',
    'M.ScriptContent',
    'M.Setting',
    'M.SettingCategory',
    'M.Trigger',
    'M.UploadConfiguration',
    'M.UserProfile',
  ])
  expect((await doors.fetch('/api/entitydefinitions?filter=nonsense')).status).toBe(400)
  expect((await doors.fetch('/api/entitydefinitions?filter=issystemownd==true')).status).toBe(400)
})

seededTest(
  'the basic view mode returns id, name and labels of all definitions in one page',
  async (doors) => {
    const page = await doors.get<DefinitionPage>('/api/entitydefinitions?viewMode=Basic')

    expect(page.items).toHaveLength(page.total_items)
    expect(page.items[0]).not.toHaveProperty('member_groups')
  },
)

seededTest('every definition, group and member has the labels that existing clients need', async (doors) => {
  const { items } = await doors.get<{ items: { member_groups: { members: object[] }[] }[] }>(
    '/api/entitydefinitions?take=100',
  )

  for (const definition of items) {
    expect(definition).toHaveProperty('labels')
    for (const group of definition.member_groups) {
      expect(group).toHaveProperty('labels')
      for (const member of group.members) {
        expect(member).toHaveProperty('labels')
        expect(member).toHaveProperty('helptext')
        expect('associated_labels' in member).toBe('role' in member)
      }
    }
  }
})

test('POST creates a definition, and its relations at both ends', async (doors) => {
  const response = await doors.post('/api/entitydefinitions', wine)

  expect(response.status).toBe(201)
  expect(response.headers.get('location')).toBe(`${origin}/api/entitydefinitions/T.Wine`)

  const created = await doors.post('/api/entities', {
    entitydefinition: { href: '/api/entitydefinitions/T.Wine' },
    properties: { Grape: 'Riesling' },
    relations: { WineToDish: { children: [{ href: `/api/entities/${dish.soup}` }] } },
  })

  expect(created.status).toBe(201)
  expect(await doors.get(`/api/entities/${dish.soup}/relations/WineToDish`)).toMatchObject({
    parents: [{ href: created.headers.get('location') }],
  })
})

test.table([0, -1])('POST of a definition with id %d creates one with a new id', async (doors, id) => {
  expect(await jsonOf(201, doors.post('/api/entitydefinitions', { ...wine, id }))).toMatchObject({
    id: expect.toSatisfy((assigned: number) => assigned > 0),
  })
})

test('POST rejects an existing or invalid definition', async (doors) => {
  const post = (json: object) => doors.post('/api/entitydefinitions', json)
  const member = (fields: object) => ({ name: 'T.Bad', member_groups: [{ name: 'Main', members: [fields] }] })

  expect((await post({ ...wine, name: 'T.Dish' })).status).toBe(400)
  expect((await post({ ...wine, id: 101 })).status).toBe(400)
  for (const name of ['no spaces', '123', '.', '..']) {
    expect(await (await post({ name })).json()).toHaveProperty('name')
  }
  expect((await post(member({ type: 'Text', name: 'A' }))).status).toBe(400)
  expect((await post(member({ type: 'String', name: 'A', datasource: 'NoList' }))).status).toBe(400)
})

test('POST and PUT warn about an expression that is not enforced; with enforce it is rejected', async (doors) => {
  const [main] = wine.member_groups
  const vintage = { type: 'String', name: 'Vintage', validation_expression: '^(?!19)\\d{4}$' }
  const json = { ...wine, member_groups: [{ ...main, members: [...(main?.members ?? []), vintage] }] }
  const warning =
    '/member_groups/0/members/2/validation_expression: Its validation_expression is stored but not enforced'
  const send = (method: string, path = '') => doors.fetch(`/api/entitydefinitions${path}`, { method, json })

  expect((await send('POST')).headers.get('x-sandbox-warning')).toContain(warning)
  expect((await send('PUT', '/T.Wine')).headers.get('x-sandbox-warning')).toContain(warning)

  await doors.put('/__sandbox/validation', { level: 'enforce' })
  expect((await send('PUT', '/T.Wine')).status).toBe(400)
})

test('PUT replaces a definition, and removes the values of removed members from its entities', async (doors) => {
  const response = await changeDish(doors, (members) =>
    members.filter(({ name }) => name !== 'TagToDish' && name !== 'Servings'),
  )
  const soup = await doors.get<{ properties: object; relations: object }>(`/api/entities/${dish.soup}`)

  expect(response.status).toBe(204)
  expect(soup.properties).not.toHaveProperty('Servings')
  expect(soup.relations).not.toHaveProperty('TagToDish')
  expect((await doors.fetch('/api/entities/3001/relations/TagToDish')).status).toBe(404)
})

test('PUT of a property in another letter case replaces it: values of the former one are removed', async (doors) => {
  expect((await changeServings(doors, { name: 'servings' })).status).toBe(204)

  const exported = await (await doors.fetch('/__sandbox/export')).text()

  expect(exported).toContain('"name":"servings"')
  expect(exported).not.toContain('"Servings"')
})

test('PUT rejects another type for a property that has values', async (doors) => {
  expect(await jsonOf(400, changeServings(doors, { type: 'String' }))).toHaveProperty('Servings')
})

test('PUT with one end of a self-referencing relation keeps its references', async (doors) => {
  const side = `/api/entities/${dish.bread}/relations/DishToSide`

  await doors.put(`/api/entities/${dish.soup}/relations/DishToSide`, {
    children: [{ href: `${origin}/api/entities/${dish.bread}` }],
  })
  const related = await doors.get(side)
  const response = await changeDish(doors, (members) =>
    members.filter(({ name, role }) => name !== 'DishToSide' || role !== 'Child'),
  )

  expect(response.status).toBe(204)
  expect(related).toMatchObject({ parent: { href: `${origin}/api/entities/${dish.soup}` } })
  expect(await doors.get(side)).toEqual(related)
})

test('both ends of a self-referencing relation have the same cardinality', async (doors) => {
  const end = {
    type: 'Relation',
    name: 'Pairing',
    associated_entitydefinition: { href: `${origin}/api/entitydefinitions/T.Wine` },
  }
  const members = [
    { ...end, role: 'Parent', cardinality: 'OneToMany' },
    { ...end, role: 'Child', cardinality: 'ManyToMany' },
  ]

  const response = await doors.post('/api/entitydefinitions', {
    ...wine,
    member_groups: [{ name: 'Main', members }],
  })

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    'member_groups.0.members.0.cardinality': '"Pairing" is ManyToMany at its other end.',
  })
})

test('a property with duplicate values can not become unique', async (doors) => {
  for (const id of [dish.soup, dish.bread]) {
    await doors.put(`/api/entities/${id}`, { properties: { Servings: 4 } })
  }
  expect(await jsonOf(400, changeServings(doors, { is_unique: true }))).toEqual({
    Servings: '"Servings" can\'t be unique: entities share the value 4.',
  })
})

test('DELETE removes a definition without entities, and its relations at the other ends', async (doors) => {
  await doors.post('/api/entitydefinitions', wine)

  expect((await doors.delete('/api/entitydefinitions/T.Dish')).status).toBe(409)
  expect((await doors.delete('/api/entitydefinitions/T.Wine')).status).toBe(204)
  expect((await doors.fetch('/api/entitydefinitions/T.Wine')).status).toBe(404)
  expect((await doors.fetch(`/api/entities/${dish.soup}/relations/WineToDish`)).status).toBe(404)
})

test('the entities of a definition are listed in pages', async (doors) => {
  expect(await doors.get('/api/entitydefinitions/T.Dish/entities?take=2')).toMatchObject({
    items: [{ id: dish.soup }, { id: dish.bread }],
    total_items: 3,
    returned_items: 2,
    next: { href: `${origin}/api/entitydefinitions/T.Dish/entities?take=2&skip=2` },
  })
  expect((await doors.fetch('/api/entitydefinitions/T.None/entities')).status).toBe(404)
})

seededTest('PUT accepts every definition and option list that GET returns', async (doors) => {
  const read = async () => (await doors.get<DefinitionPage>('/api/entitydefinitions?take=100')).items
  const definitions = await read()
  const lists = await doors.get<{ items: { name: string }[] }>('/api/datasources')
  const put = async (path: string, json: object) =>
    expect([path, (await doors.put(path, json)).status]).toEqual([path, 204])

  for (const definition of definitions) await put(`/api/entitydefinitions/${definition.name}`, definition)
  for (const { name } of lists.items) {
    const path = `/api/datasources/${encodeURIComponent(name)}`
    const { modified_on: _, modified_by: __, ...unchanged } = await doors.get(path)

    await put(path, unchanged)
    expect(await doors.get(path)).toMatchObject(unchanged)
  }

  const unchanged = (items: object[]) => items.map((item) => ({ ...item, modified_on: 0, modified_by: 0 }))

  expect(unchanged(await read())).toEqual(unchanged(definitions))
})

seededTest('POST accepts a definition that GET returned, with a new name', async (doors) => {
  const { id: _, ...task } = await doors.get('/api/entitydefinitions/M.Task')
  const members = (group: { members: { type: string }[] }) => ({
    ...group,
    members: group.members.filter(({ type }) => type !== 'Relation'),
  })
  const member_groups = (task.member_groups as { members: { type: string }[] }[]).map(members)
  expect(
    (await doors.post('/api/entitydefinitions', { ...task, name: 'M.OtherTask', member_groups })).status,
  ).toBe(201)
})

test.table([
  ['a relation named like a property', ['Grape', 'WineToDish', 'Grape']],
  ['a property named like a relation', ['WineToDish', 'Grape']],
  ['a member named "__proto__"', ['__proto__']],
])('%s is rejected', async (doors, _, [first = '', second = '', third = '']) => {
  const end = { role: 'Parent', cardinality: 'ManyToMany', associated_entitydefinition: 'T.Dish' }
  const members = [
    { type: 'String', name: first },
    ...(second ? [{ type: 'Relation', name: second, ...end }] : []),
    ...(third ? [{ type: 'Relation', name: third, ...end }] : [{ type: 'String', name: second || 'Grape' }]),
  ]
  const response = await doors.post('/api/entitydefinitions', {
    name: 'T.Wine',
    member_groups: [{ name: 'Main', members }],
  })

  expect(response.status).toBe(400)
  expect(Object.keys((await response.json()) as object)).toEqual([
    expect.stringMatching(/^member_groups\.0\.members\.\d\.name$/),
  ])
})

seededTest('fields of a definition have the types that existing clients read', async (doors) => {
  const asset = await doors.get<{ member_groups: { name: string; members: Record<string, unknown>[] }[] }>(
    '/api/entitydefinitions/M.Asset?loadPermissions=true',
  )
  const members = new Map(
    asset.member_groups.flatMap((group) => group.members).map((member) => [member.name, member]),
  )

  expect(asset).toMatchObject({
    display_template: '{Title}',
    usage_type: null,
    permissions: expect.arrayContaining(['Read', 'Update', 'Approve']),
    entities: { templated: true },
    related_paths: {
      href: `${origin}/api/entitydefinitions/M.Asset/relatedpaths{?skip,take}`,
      templated: true,
    },
    created_by: { href: `${origin}/api/entities/6` },
  })
  expect(asset.member_groups.find(({ name }) => name === 'Playback')).toMatchObject({
    content_group: null,
    is_conditional: true,
    conditions: [{ member: 'Media', value: 'video' }],
  })
  expect(members.get('Title')).toMatchObject({
    boost: true,
    content_type: 'SingleLine',
    validation_expression: null,
  })
  expect(members.get('Title')).not.toHaveProperty('datasource')
  expect(members.get('Media')).toMatchObject({ datasource: { href: `${origin}/api/datasources/M.Media` } })
  expect(members.get('FileProperties')).toMatchObject({ type: 'Json', content_type: null })
  expect(members.get('Width')).not.toHaveProperty('content_type')
  expect(members.get('AssetToPublicLink')).toMatchObject({
    cardinality: 'ManyToMany',
    nested_permissions: false,
    path_hierarchy_score: 0,
  })
})

seededTest('conditional groups and members are omitted if the request says so', async (doors) => {
  const groups = async (query: string) =>
    (
      await doors.get<{ member_groups: { name: string }[] }>(`/api/entitydefinitions/M.Asset?${query}`)
    ).member_groups.map(({ name }) => name)

  expect(await groups('includeConditionalMembers=true')).toContain('Playback')
  expect(await groups('includeConditionalMembers=false')).not.toContain('Playback')
})

test('a definition of a real tenant is accepted: with null for absent members, and conditions by link', async (doors) => {
  const response = await doors.post('/api/entitydefinitions', {
    name: 'T.Wine',
    labels: null,
    member_groups: [
      {
        name: 'Main',
        labels: null,
        members: [
          { type: 'String', name: 'Grape', boost: true, helptext: null, is_multiline: true },
          {
            type: 'Integer',
            name: 'Year',
            conditions: [
              { member: 'TagToDish', value: { href: 'https://tenant.example.com/api/entities/3001' } },
              { member_name: 'Grape', value: 'Riesling' },
            ],
          },
        ],
      },
    ],
  })

  expect(response.status).toBe(201)
  expect(await doors.get('/api/entitydefinitions/T.Wine')).toMatchObject({
    labels: emptyObject,
    member_groups: [
      {
        members: [
          { boost: true, helptext: emptyObject },
          {
            conditions: [
              { member: 'TagToDish', value: { href: `${origin}/api/entities/3001` } },
              { member: 'Grape', value: 'Riesling' },
            ],
          },
        ],
      },
    ],
  })
})

test('the end that POST adds to the other definition has no texts and conditions of the given one', async (doors) => {
  const [group] = wine.member_groups
  const relation = group?.members[1]
  const members = [
    group?.members[0],
    {
      ...relation,
      helptext: { 'en-US': 'Goes with the wine.' },
      is_conditional: true,
      conditions: [{ member: 'Grape' }],
      can_trigger_conditional_members: true,
      nested_properties: ['Title'],
    },
  ]
  const json = { ...wine, member_groups: [{ name: 'Main', members }] }

  expect((await doors.post('/api/entitydefinitions', json)).status).toBe(201)

  const { member_groups } = await doors.get<typeof wine>('/api/entitydefinitions/T.Dish')

  expect(member_groups[0]?.members.find(({ name }) => name === 'WineToDish')).toMatchObject({
    role: 'Child',
    helptext: emptyObject,
    is_conditional: false,
    conditions: [],
    can_trigger_conditional_members: false,
    nested_properties: [],
  })
})

test('a misspelt field is rejected with the nearest name, in any letter case; what programs send is not', async (doors) => {
  const withMember = (member: object) => ({ ...wine, member_groups: [{ name: 'Main', members: [member] }] })
  const title = { type: 'String', name: 'Title' }
  const send = async (body: object) => {
    const response = await doors.post('/api/entitydefinitions', body)

    return [response.status, await response.json()]
  }

  expect(await send({ ...withMember({ ...title, mandatory: true, Uniqe: true }), lables: {} })).toEqual([
    400,
    {
      lables: '"lables" is not a field of an entity definition. Did you mean "labels"?',
      'member_groups.0.members.0.mandatory':
        '"mandatory" is not a field of a member. Did you mean "is_mandatory"?',
      'member_groups.0.members.0.Uniqe': '"Uniqe" is not a field of a member. Did you mean "is_unique"?',
    },
  ])
  expect(
    await send({
      ...withMember({ ...title, IsMandatory: true, indexed: true, is_multiline: true, optionsList: null }),
      is_path_enabled: true,
      something_of_a_program: 7,
    }),
  ).toEqual([201, expect.anything()])
})

test('a definition whose expressions are too large is rejected with the reason, and nothing is compiled', async () => {
  await using doors = await openDoors({ entities: 0 })
  const definition = (expressions: readonly string[]) => ({
    name: 'Code',
    member_groups: [
      {
        name: 'Main',
        members: expressions.map((validation_expression, index) => ({
          type: 'String',
          name: `Code${index}`,
          validation_expression,
        })),
      },
    ],
  })
  const post = async (expressions: readonly string[]) => {
    const response = await doors.post('/api/entitydefinitions', definition(expressions), {
      headers: { 'X-Auth-Token': 'sandbox-admin' },
    })

    return [response.status, await response.json()]
  }
  const nested = `(${'(?:'.repeat(3)}\\w${'{0,30})'.repeat(3)})`

  expect(await post(['^x$', nested])).toEqual([
    400,
    { 'member_groups.0.members.1.validation_expression': expect.stringContaining('too large') },
  ])
  expect((await post(Array.from({ length: 60 }, () => 'a{1000}')))[0]).toBe(400)
  expect((await post(['^[A-Z]{3}-[0-9]{5,6}$', '^.{0,1000}$']))[0]).toBe(201)
})

test('a value that is too long for its expression is saved without being matched, with a warning that says so', async () => {
  await using doors = await openDoors({ entities: 0 })
  const entitydefinition = { href: '/api/entitydefinitions/Code' }
  const warningsOf = async (Code: string) => {
    const response = await doors.post('/api/entities', { entitydefinition, properties: { Code } })

    return [response.status, response.headers.get('x-sandbox-warning') ?? '']
  }

  await doors.post(
    '/api/entitydefinitions',
    {
      name: 'Code',
      member_groups: [
        {
          name: 'Main',
          members: [{ type: 'String', name: 'Code', validation_expression: '^(?:a|bc){500}' }],
        },
      ],
    },
    { headers: { 'X-Auth-Token': 'sandbox-admin' } },
  )

  expect((await warningsOf('a'))[0]).toBe(400)
  expect(await warningsOf('b'.repeat(20_000))).toEqual([201, expect.stringContaining('too long')])
})

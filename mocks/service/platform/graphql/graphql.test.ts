import { expect } from 'vitest'
import { openDoors, type Doors } from '../../../testing/doors.ts'
import { openKitchen } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

const graphqlPath = '/api/graphql/preview/v1'

/** The titles in a list of dishes. */
async function titles(doors: Doors, args: string, variables?: object): Promise<unknown> {
  const { allT_Dish: list } = await doors.dataOf(`query Q${args}`, variables)

  return (list as { results: { title: string }[] }).results.map(({ title }) => title)
}

const dishes = (args: string, declared = '') => `${declared} { allT_Dish${args} { results { title } } }`

test('an entity is read by its identifier, with system fields, properties and relations of both ends', async (doors) => {
  const query = `{ t_Dish(id: "leek-soup") {
    id createdOn modifiedOn createdBy modifiedBy title code story servings sold price vegan cookedOn extra course aliases
    menuToDish { id name menuToDish { total } }
    tagToDish(first: 1) { total pageInfo { hasNext } results { id } }
    dishToRecipe { id dishToRecipe { id } }
    dishToSide_Parents { id } dishToSide_Children { total results { title } }
  } }`

  expect(await doors.dataOf(query)).toEqual({
    t_Dish: {
      id: 'leek-soup',
      createdOn: '2026-01-01T08:00:00.000Z',
      modifiedOn: '2026-01-01T08:00:00.000Z',
      createdBy: 'editor',
      modifiedBy: 'editor',
      title: 'Leek soup',
      code: 'SO-1',
      story: { 'en-US': 'Wash the leeks.', 'nl-NL': 'Was de prei.' },
      servings: 4,
      sold: null,
      price: null,
      vegan: true,
      cookedOn: null,
      extra: { k: 1 },
      course: 'starter',
      aliases: ['Potage'],
      menuToDish: { id: 't-2001', name: 'Lunch', menuToDish: { total: 2 } },
      tagToDish: { total: 2, pageInfo: { hasNext: true }, results: [{ id: 't-3001' }] },
      dishToRecipe: { id: 't-4001', dishToRecipe: { id: 'leek-soup' } },
      dishToSide_Parents: null,
      dishToSide_Children: { total: 1, results: [{ title: 'Rye bread' }] },
    },
  })
})

test('an end of a relation that holds at most one entity is that entity, or null', async (doors) => {
  const query = '{ allT_Dish(orderBy: ID_ASC) { results { menuToDish { name } dishToRecipe { id } } } }'

  expect(await doors.dataOf(query)).toEqual({
    allT_Dish: {
      results: [
        { menuToDish: { name: 'Lunch' }, dishToRecipe: { id: 't-4001' } },
        { menuToDish: { name: 'Lunch' }, dishToRecipe: null },
        { menuToDish: null, dishToRecipe: null },
      ],
    },
  })
  await doors.put('/api/entities/1003/relations/MenuToDish', {
    parent: { href: '/api/entities/2002' },
  })
  expect(await doors.dataOf('{ t_Dish(id: "t-1003") { menuToDish { id } } }')).toEqual({
    t_Dish: { menuToDish: { id: 't-2002' } },
  })
})

test('ID fits wherever String does', async (doors) => {
  const query = `query ($id: ID!, $ids: [ID!], $menu: ID) {
    t_Dish(id: $id) { title }
    allT_Dish(where: { id_anyOf: $ids, menuToDish: { t_Menu_ids: $menu } }) { results { title } }
  }`

  expect(await doors.dataOf(query, { id: 'leek-soup', ids: ['t-1002', 't-1003'], menu: 't-2001' })).toEqual({
    t_Dish: { title: 'Leek soup' },
    allT_Dish: { results: [{ title: 'Rye bread' }] },
  })
  expect((await doors.ask('query ($n: ID) { allT_Dish(first: $n) { total } }')).errors).toMatchObject([
    { message: 'Variable "$n" of type "ID" used in position expecting type "Int".' },
  ])
})

test.table(['/api/graphql/v1', '/api/graphql/v1/', `${graphqlPath}/`])(
  '%s is an address of the endpoint',
  async (doors, path) => {
    const response = await doors.post(
      path,
      { query: '{ t_Menu(id: "t-2001") { name } }' },
      { headers: { 'X-GQL-Token': 'sandbox-reader' } },
    )

    expect(await response.json()).toEqual({ data: { t_Menu: { name: 'Lunch' } } })
  },
)

test('an entity that does not exist, or is of another definition, is null', async (doors) => {
  expect(
    await doors.dataOf(
      '{ a: t_Dish(id: "nobody") { id } b: t_Menu(id: "leek-soup") { id } c: t_Dish { id } }',
    ),
  ).toEqual({ a: null, b: null, c: null })
})

test('a value by culture is JSON of all cultures, and empty if there is none', async (doors) => {
  expect(await doors.dataOf('{ t_Dish(id: "t-1003") { story } }')).toEqual({ t_Dish: { story: {} } })
})

test.table([
  ['_eq', '(where: { title_eq: "Leek soup" })', ['Leek soup']],
  ['_eq null: has no value', '(where: { servings_eq: null })', ['Rye bread']],
  ['_neq', '(where: { title_neq: "Leek soup" })', ['Rye bread', 'Green salad']],
  ['_neq null: has a value', '(where: { code_neq: null })', ['Leek soup']],
  ['_contains, in any letter case', '(where: { title_contains: "SOUP" })', ['Leek soup']],
  ['_contains in any culture', '(where: { story_contains: "prei" })', ['Leek soup']],
  ['_anyOf', '(where: { title_anyOf: ["Leek soup", "Rye bread"] })', ['Leek soup', 'Rye bread']],
  ['_anyOf of an id', '(where: { id_anyOf: ["t-1003", "nobody"] })', ['Green salad']],
  ['_eq of an option', '(where: { course_eq: "starter" })', ['Leek soup']],
  ['_eq of one of several values', '(where: { aliases_eq: "Potage" })', ['Leek soup']],
  ['_lt', '(where: { servings_lt: 4 })', ['Green salad']],
  ['_gte', '(where: { servings_gte: 4 })', ['Leek soup']],
  [
    'a date',
    '(where: { createdOn_gt: "2026-01-01T09:00:00+02:00", title_contains: "r" })',
    ['Rye bread', 'Green salad'],
  ],
  ['a user', '(where: { createdBy_neq: "editor" })', []],
  ['fulltext', '(where: { fulltext: "wash" })', ['Leek soup']],
  ['several members: all', '(where: { title_contains: "e", servings_gt: 2 })', ['Leek soup']],
  ['AND', '(where: { AND: [{ title_contains: "e" }, { servings_eq: 2 }] })', ['Green salad']],
  ['OR', '(where: { OR: [{ servings_eq: 2 }, { servings_eq: 4 }] })', ['Leek soup', 'Green salad']],
  [
    'OR beside others',
    '(where: { vegan_eq: true, OR: [{ servings_eq: 2 }, { servings_eq: 4 }] })',
    ['Leek soup'],
  ],
  ['a related entity', '(where: { menuToDish: { t_Menu_ids: "t-2001" } })', ['Leek soup', 'Rye bread']],
  ['one of several', '(where: { tagToDish: { t_Tag_ids: ["t-3003", "t-3002"] } })', ['Leek soup']],
  ['one end', '(where: { dishToSide_Parents: { t_Dish_ids: ["leek-soup"] } })', ['Rye bread']],
  ['an unknown related entity', '(where: { menuToDish: { t_Menu_ids: "nobody" } })', []],
  [
    'null',
    '(where: null, first: null, after: null, orderBy: null)',
    ['Leek soup', 'Rye bread', 'Green salad'],
  ],
])('where: %s', async (doors, _, args, found) => {
  expect(await titles(doors, dishes(args))).toEqual(found)
})

test('a condition with a variable that is null is as if left out', async (doors) => {
  const query = dishes(
    '(where: { title_eq: $title, menuToDish: { t_Menu_ids: $menus } }, first: $count, after: $after)',
    '($title: String, $menus: [String!], $count: Int = 2, $after: String)',
  )

  expect(await titles(doors, query, { title: null, menus: null, count: null, after: null })).toEqual([
    'Leek soup',
    'Rye bread',
  ])
})

test('a variable with one value stands for a list', async (doors) => {
  const query = dishes(
    '(where: { menuToDish: { t_Menu_ids: $menu } }, orderBy: $order)',
    '($menu: String!, $order: T_DishOrderBy)',
  )

  expect(await titles(doors, query, { menu: 't-2001', order: 'TITLE_DESC' })).toEqual([
    'Rye bread',
    'Leek soup',
  ])
})

test('a list is ordered by one or several fields, and otherwise by id', async (doors) => {
  expect(await titles(doors, dishes('(orderBy: TITLE_ASC)'))).toEqual([
    'Green salad',
    'Leek soup',
    'Rye bread',
  ])
  expect(await titles(doors, dishes('(orderBy: [CREATEDON_DESC, TITLE_DESC])'))).toEqual([
    'Rye bread',
    'Leek soup',
    'Green salad',
  ])
})

test('a page of no entities has no next page, since it has no cursor', async (doors) => {
  expect(await doors.dataOf('{ allT_Dish(first: 0) { total pageInfo { hasNext endCursor } } }')).toEqual({
    allT_Dish: { total: 3, pageInfo: { hasNext: false, endCursor: null } },
  })
})

test.table([
  '',
  ', orderBy: TITLE_DESC',
  ', where: { title_neq: null }',
  ', where: { title_neq: null }, orderBy: ID_ASC',
])('the pages of a list and of related entities are read by their cursors%s', async (doors, more) => {
  const page = (list: string) =>
    `${list}(first: 1, after: $after${more}) { total pageInfo { hasNext endCursor } results { id } }`
  const read = async (query: string, path: string): Promise<string[]> => {
    const found: string[] = []
    let total = 0
    let after: string | null = null

    for (let hasNext = true; hasNext;) {
      const data = await doors.dataOf(`query($after: String) { ${query} }`, { after })
      const list = path
        .split('.')
        .reduce<unknown>((value, name) => Reflect.get(Object(value), name), data) as {
        total: number
        pageInfo: { hasNext: boolean; endCursor: string }
        results: { id: string }[]
      }

      found.push(...list.results.map(({ id }) => id))
      ;({ hasNext, endCursor: after } = list.pageInfo)
      total = list.total
    }

    expect(found).toHaveLength(total)

    return found.toSorted()
  }

  const all = await read(page('allT_Dish'), 'allT_Dish')
  const related = await read(`t_Menu(id: "t-2001") { ${page('menuToDish')} }`, 't_Menu.menuToDish')

  expect(all).toEqual(['leek-soup', 't-1002', 't-1003'])
  expect(related).toEqual(['leek-soup', 't-1002'])
})

test('a list has ten entities if the query names no number', async () => {
  await using doors = await openDoors()
  const { allM_Asset: list } = await doors.dataOf(
    '{ allM_Asset { total results { id } pageInfo { hasNext } } }',
  )

  expect(list).toMatchObject({ results: { length: 10 }, pageInfo: { hasNext: true } })
})

test('a list of related entities has its own filter and order', async (doors) => {
  const query = `{ t_Menu(id: "t-2001") {
    filtered: menuToDish(where: { title_contains: "bread" }) { total results { title } }
    sorted: menuToDish(orderBy: TITLE_DESC) { results { title } }
  } }`

  expect(await doors.dataOf(query)).toEqual({
    t_Menu: {
      filtered: { total: 1, results: [{ title: 'Rye bread' }] },
      sorted: { results: [{ title: 'Rye bread' }, { title: 'Leek soup' }] },
    },
  })
})

test('an asset has the addresses of its public links and renditions, which need no token', async () => {
  await using doors = await openDoors({ entities: 120 })
  const [sandbox] = doors.sandboxes
  const link = Array.from(sandbox?.data.entities.all() ?? []).find(
    ({ definition, properties }) => definition === 'M.PublicLink' && properties.ExpirationDate === undefined,
  )
  const { m_PublicLink } = await doors.dataOf(`{ m_PublicLink(id: "${link?.identifier}") {
      id status relativeUrl versionHash resource resourceType fileKey expirationDate conversionConfiguration
      assetToPublicLink { results { urls } }
    } }`)
  const read = m_PublicLink as {
    relativeUrl: string
    assetToPublicLink: { results: { urls: Record<string, { url: string }> }[] }
  }
  const urls = read.assetToPublicLink.results[0]?.urls ?? {}
  const [first] = Object.values(urls)

  expect(Object.keys(urls)[0]).toBe(read.relativeUrl)
  expect(urls).toMatchObject({ thumbnail: { url: expect.stringContaining('/renditions/thumbnail') } })
  expect((await doors.fetch(new URL(first?.url ?? '').pathname)).status).toBe(200)
})

test('a taxonomy has its name, label, parent and children', async () => {
  await using doors = await openDoors()
  const { allM_PCM_ProductCategory: list } = await doors.dataOf(
    '{ allM_PCM_ProductCategory(first: 50) { results { taxonomyName taxonomyLabel parent { taxonomyName } children { results { taxonomyName } } } } }',
  )

  expect(list).toMatchObject({
    results: expect.arrayContaining([
      expect.objectContaining({
        taxonomyName: 'Table lamps',
        taxonomyLabel: expect.objectContaining({ 'en-US': 'Table lamps' }),
        parent: { taxonomyName: 'Lighting' },
      }),
      expect.objectContaining({
        taxonomyName: 'Lighting',
        parent: null,
        children: { results: [{ taxonomyName: 'Table lamps' }] },
      }),
    ]),
  })
})

test('X-GQL-Token takes the tokens of the sandbox; a wrong one is 401', async () => {
  await using doors = await openKitchen({ auth: 'required' })
  const send = (headers: Record<string, string>, path = graphqlPath) =>
    doors.post(path, { query: '{ t_Dish(id: "leek-soup") { id } }' }, { headers })

  expect((await send({})).status).toBe(401)
  expect((await send({ 'X-GQL-Token': 'nobody' })).status).toBe(401)
  expect(await (await send({ 'X-GQL-Token': '' })).text()).toContain('Send \\"X-GQL-Token: {token}\\".')
  expect((await send({ 'X-GQL-Token': 'sandbox-reader' })).status).toBe(200)
  expect((await send({ 'X-GQL-Token': 'sandbox-reader' }, `${graphqlPath}/`)).status).toBe(200)
  expect((await send({ 'X-Auth-Token': 'sandbox-reader' })).status).toBe(200)
  expect(
    (await doors.fetch('/api/entities/1001', { headers: { 'X-GQL-Token': 'sandbox-reader' } })).status,
  ).toBe(401)
})

const fragments = (text: (number: number) => string) =>
  Array.from({ length: 1050 }, (_, i) => text(i)).join(' ')

test.table([
  ['a field', '{ t_Dish(id: "x") { titel } }', 'Did you mean "title"?'],
  ['a comparison', '{ allT_Dish(where: { title_equals: "x" }) { total } }', '"title_eq"'],
  ['an order', '{ allT_Dish(orderBy: TITEL_ASC) { total } }', '"TITLE_ASC"'],
  ['a type', '{ t_Dish(id: "x") { ... on T_Dihs { id } } }', '"T_Dish"'],
  ['a definition by its REST name', '{ T.Dish { id } }', 'A "." in a name is "_"'],
  [
    'the type of a value',
    '{ allT_Dish(where: { price_gt: "7" }) { total } }',
    'Decimal expects a number, not "7"',
  ],
  ['an operation', 'mutation ($dish: DishInput) { createDish(dish: $dish) { id } }', 'is read only'],
  [
    'a limit of repeated fields',
    `{ allT_Dish { results { ${'...on T_Dish { title } '.repeat(50)} } } }`,
    'has the field "title" more than 20 times in one place',
  ],
  [
    'a limit of compared fields',
    `{ allT_Dish { ${fragments((number) => `...F${number}`)} } } ${fragments((number) => `fragment F${number} on T_DishList { total }`)}`,
    'The query uses too many fields or fragments in one place',
  ],
  ['a page', '{ allT_Dish(first: 1001) { total } }', 'Expected "first" from 0 to 1000'],
  ['a cursor', '{ allT_Dish(after: "x") { total } }', '"endCursor"'],
])('an error names what is right: %s', async (doors, _, query, message) => {
  const response = await doors.post(graphqlPath, { query })

  expect(response.status).toBe(200)
  expect(await response.text()).toContain(JSON.stringify(message).slice(1, -1))
})

test('latency, rate limits and validation apply as to all routes', async () => {
  await using doors = await openKitchen({ validate: 'enforce', rateLimit: 2 })
  const send = (body: object) => doors.post(graphqlPath, body)
  const match = { graphql: { operation: 'Slow' } }
  const started = performance.now()

  await doors.put('/__sandbox/clock', { mode: 'frozen' })
  await doors.post('/__sandbox/faults', { match, effect: { kind: 'latency', ms: 300 } })

  expect((await send({ query: 'query Slow { allT_Dish { total } }' })).status).toBe(200)
  expect(performance.now() - started).toBeGreaterThan(290)

  const rejected = await send({
    query: 'query ($id: String) { t_Dish(id: $id) { id } }',
    variables: { Id: 1 },
  })

  expect([rejected.status, await rejected.json()]).toEqual([
    400,
    { 'variables.Id': '"Id" is not recognized. Did you mean "id"?' },
  ])

  const limited = await send({ query: '{ allT_Dish { total } }' })

  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1'])
})

test('a changed definition changes the schema at once', async (doors) => {
  const definition = {
    name: 'T.Wine',
    member_groups: [{ name: 'Main', members: [{ type: 'String', name: 'Grape' }] }],
  }

  expect((await doors.ask('{ allT_Wine { total } }')).errors).toHaveLength(1)
  await doors.post('/api/entitydefinitions', definition, { headers: { 'X-Auth-Token': 'sandbox-admin' } })
  expect(
    await doors.dataOf('{ allT_Wine(where: { grape_eq: "Riesling" }) { total results { grape } } }'),
  ).toEqual({
    allT_Wine: { total: 0, results: [] },
  })
})

test('a repeated query shows what has changed, and which links have expired meanwhile', async () => {
  await using doors = await openDoors({ entities: 120 })
  const link = Array.from(doors.sandboxes[0]?.data.entities.all() ?? []).find(
    ({ definition, properties }) => definition === 'M.PublicLink' && properties.ExpirationDate === undefined,
  )
  const json = { properties: { RelativeUrl: 'harbour', ExpirationDate: '2999-01-01T00:00:00Z' } }
  const query = `{ m_PublicLink(id: "${link?.identifier}") { assetToPublicLink { results { urls } } } }`
  const hasLink = async () => JSON.stringify(await doors.dataOf(query)).includes('"harbour"')

  expect(await hasLink()).toBe(false)
  expect((await doors.put(`/api/entities/${link?.id}`, json)).ok).toBe(true)
  expect([await hasLink(), await hasLink()]).toEqual([true, true])
  await doors.put('/__sandbox/clock', { mode: 'frozen', at: '2999-01-01T00:00:00Z' })
  expect(await hasLink()).toBe(false)
})

test('a result that is larger than the limit is an error, which names the limit', async () => {
  await using doors = await openDoors({ entities: 120, graphql: { bytes: 200 } })
  const { errors, data } = await doors.ask('{ allM_Asset { results { id __typename } } }')

  expect(data).toBeUndefined()
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining('more than 200 bytes'),
    extensions: { limit: 'graphql.bytes' },
  })
})

/** The entities of a list, to the fourth level. */
const page = (relation: string, more = '') => `${relation}(first: 100) { results { id ${more} } }`
const catalogue = `{ ${page('allM_PCM_ProductFamily', '...Family')} } fragment Family on M_PCM_ProductFamily {
  ${page('pCMProductFamilyToProduct', page('pCMProductToAsset', page('assetToPublicLink')))} }`

test('a query of four levels, each with "first: 100", has what REST has', async () => {
  await using doors = await openDoors({ entities: 300 })
  const treeOf = async (path: string, [relation, ...deeper]: readonly string[]): Promise<object> => {
    const { identifier } = await doors.get(path)

    if (!relation) return { id: identifier }
    const { children } = await doors.get<{ children: { href: string }[] }>(`${path}/relations/${relation}`)
    const results = []

    for (const { href } of children) results.push(await treeOf(new URL(href).pathname, deeper))

    return { id: identifier, [relation.charAt(0).toLowerCase() + relation.slice(1)]: { results } }
  }
  const relations = ['PCMProductFamilyToProduct', 'PCMProductToAsset', 'AssetToPublicLink']
  const families = await doors.get<{ items: { id: number }[] }>(
    "/api/entities/query?query=Definition.Name=='M.PCM.ProductFamily'&take=100",
  )
  const expected = []

  for (const { id } of families.items) expected.push(await treeOf(`/api/entities/${id}`, relations))

  expect(JSON.stringify(expected)).toContain('"assetToPublicLink":{"results":[{"id":')
  expect(await doors.dataOf(catalogue)).toEqual({ allM_PCM_ProductFamily: { results: expected } })
})

test('complexity is the number of fields in the result, whatever "first" is', async () => {
  await using doors = await openDoors({ entities: 300 })
  const read = await doors.dataOf(catalogue)
  const complexity = JSON.stringify(read).match(/":/g)?.length ?? 0

  expect(complexity).toBeGreaterThan(200)

  await using enough = await openDoors({ entities: 300, graphql: { complexity } })
  await using less = await openDoors({ entities: 300, graphql: { complexity: complexity - 1 } })

  expect(await enough.dataOf(catalogue)).toEqual(read)
  expect(await less.ask(catalogue)).toEqual({
    errors: [
      {
        message: expect.stringContaining(`The result has more than ${complexity - 1} fields`),
        extensions: { limit: 'graphql.complexity' },
      },
    ],
  })
})

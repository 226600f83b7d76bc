import { expect } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { createFetchHandler } from '../../../doors/fetch/create-fetch-handler.ts'
import { kitchen } from '../../../testing/kitchen-data.ts'
import { jsonOf, openDoors, origin, testTime } from '../../../testing/doors.ts'
import { define, entity } from '../../../testing/records.ts'
import { dish, menu, recipe, tag } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'
import { emptyObject } from '../../../testing/empty-object.ts'

const asReader = { 'x-auth-token': 'sandbox-reader' }
const dishDefinition = { href: `${origin}/api/entitydefinitions/T.Dish` }

function newDish(properties: object, more: object = {}) {
  return { entitydefinition: dishDefinition, properties, ...more }
}

test('GET by id returns 200 with the entity, Content-Length, Content-Type and ETag (interface 2.2.1 to 2.2.6, 4.1.2 and 7.1)', async (doors) => {
  const response = await doors.fetch(`/api/entities/${dish.soup}`)
  const text = await response.text()

  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('content-length')).toBe(String(new TextEncoder().encode(text).length))
  expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/)
  expect(JSON.parse(text)).toMatchObject({
    id: dish.soup,
    identifier: 'leek-soup',
    properties: {
      Title: 'Leek soup',
      Servings: 4,
      CookedOn: null,
      Course: { identifier: 'starter', labels: { 'en-US': 'Starter', 'nl-NL': 'Voorgerecht' } },
    },
    relations: { TagToDish: { href: `${origin}/api/entities/${dish.soup}/relations/TagToDish` } },
    entitydefinition: { href: `${origin}/api/entitydefinitions/T.Dish` },
    self: { href: `${origin}/api/entities/${dish.soup}` },
  })
})

test('GET by identifier returns the same as GET by id (interface 1.3 and 4.1.3)', async (doors) => {
  const byId = await doors.fetch(`/api/entities/${dish.soup}`)
  const byIdentifier = await doors.fetch('/api/entities/identifier/leek-soup')

  expect(await byIdentifier.text()).toBe(await byId.text())
  expect(byIdentifier.headers.get('etag')).toBe(byId.headers.get('etag'))
})

test('HEAD returns the headers of GET without its body (interface 4.1.8)', async (doors) => {
  const path = `/api/entities/${dish.soup}`

  for (const read of [path, '/api/entities/identifier/leek-soup', `${path}/relations/TagToDish`]) {
    const get = await doors.fetch(read)
    const head = await doors.fetch(read, { method: 'HEAD' })

    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'content-length': get.headers.get('content-length'),
      'content-type': get.headers.get('content-type'),
      etag: get.headers.get('etag'),
    })
  }
})

test('GET with the current ETag in If-None-Match returns 304, with another one 200', async (doors) => {
  const path = `/api/entities/${dish.soup}`
  const etag = (await doors.fetch(path)).headers.get('etag') ?? ''

  const unchanged = await doors.fetch(path, { headers: { 'if-none-match': `"other", ${etag}` } })
  await doors.put(path, { properties: { Servings: 6 } })
  const changed = await doors.fetch(path, { headers: { 'if-none-match': etag } })

  expect(unchanged.status).toBe(304)
  expect(unchanged.headers.get('etag')).toBe(etag)
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(etag)
})

test.table(['8000000', 'abc', '-1', '1e3', '99999999999999999999'])(
  'GET of the unknown id %s returns 404',
  async (doors, id) => {
    expect(await jsonOf(404, doors.fetch(`/api/entities/${id}`))).toEqual({
      Message: expect.stringContaining(`Entity ${id} was not found.`),
    })
  },
)

test('multi-language properties are returned in the requested cultures, by default in all', async (doors) => {
  const path = `/api/entities/${dish.soup}`

  expect(await doors.get(path)).toMatchObject({
    properties: { Story: { 'en-US': 'Wash the leeks.', 'nl-NL': 'Was de prei.' } },
  })
  expect(await doors.get(`/api/entities/${dish.bread}`)).toMatchObject({ properties: { Story: emptyObject } })
  expect(await doors.get(`${path}?culture=nl-NL`)).toMatchObject({
    cultures: ['nl-NL'],
    properties: { Story: { 'nl-NL': 'Was de prei.' } },
  })
  expect(await doors.get(`${path}?cultures=en-US,de-DE`)).toMatchObject({
    properties: { Story: { 'en-US': 'Wash the leeks.', 'de-DE': null } },
  })
})

test('members and groups select properties and relations, and the response links to the full entity', async (doors) => {
  const path = `/api/entities/${dish.soup}`

  expect(await doors.get(`${path}?members=Title,TagToDish`)).toMatchObject({
    properties: { Title: 'Leek soup' },
    relations: { TagToDish: { href: `${origin}${path}/relations/TagToDish` } },
    full: { href: `${origin}${path}` },
    self: { href: `${origin}${path}?members=Title,TagToDish` },
  })

  const inGroup = await doors.get<{ properties: object }>(`${path}?groups=Main`)
  const inNone = await doors.get<{ properties: object }>(`${path}?groups=Other`)

  expect(inGroup.properties).toHaveProperty('Servings')
  expect(inNone.properties).toEqual({})
})

test('nestedRelations returns the named relations in full', async (doors) => {
  expect(await doors.get(`/api/entities/${dish.soup}?nestedRelations=TagToDish,MenuToDish`)).toMatchObject({
    relations: {
      TagToDish: {
        parents: [
          { href: `${origin}/api/entities/${tag.warm}` },
          { href: `${origin}/api/entities/${tag.quick}` },
        ],
      },
      MenuToDish: { parent: { href: `${origin}/api/entities/${menu.lunch}` } },
      DishToRecipe: { href: `${origin}/api/entities/${dish.soup}/relations/DishToRecipe` },
    },
  })
})

test('POST returns 201 with the Location of the new entity, and sets its audit fields (interface 4.1.1 and 7.1)', async (doors) => {
  const response = await doors.post('/api/entities', newDish({ Title: 'Pie' }))
  const location = response.headers.get('location') ?? ''

  expect(response.status).toBe(201)
  expect(location).toMatch(new RegExp(`^${origin}/api/entities/\\d+$`))
  expect(response.headers.get('x-global-identifier')).toBeNull()

  const created = await doors.get<{ identifier: string }>(location.slice(origin.length))

  expect(created.identifier).toMatch(/^[\w-]{22}$/)
  expect(created).toMatchObject({
    properties: { Title: 'Pie' },
    version: 1,
    created_on: new Date(testTime).toISOString(),
    created_by: { href: `${origin}/api/entities/7` },
  })
  expect(await response.json()).toEqual({
    id: Number(location.split('/').at(-1)),
    identifier: created.identifier,
    self: { href: location },
  })
})

test('POST ignores self (interface 2.2.5), and counts an id of 0 or less as absent', async (doors) => {
  const self = { href: `${origin}/api/entities/${dish.soup}` }

  for (const id of [0, -5]) {
    expect((await doors.post('/api/entities', newDish({ Title: 'New' }, { id, self }))).status).toBe(201)
  }
  expect(await doors.get(`/api/entities/${dish.soup}`)).toMatchObject({ properties: { Title: 'Leek soup' } })
})

test.table([
  ['id', { id: dish.soup }, null],
  ['identifier', { identifier: 'leek-soup' }, 'leek-soup'],
  ['id and identifier', { id: dish.soup, identifier: 'leek-soup' }, 'leek-soup'],
  ['id and a new identifier', { id: dish.soup, identifier: 'potage' }, 'potage'],
])(
  'POST with the %s of an entity updates it, with the Location of a create, and X-Global-Identifier if it was named (interface 4.2.1 to 4.2.3)',
  async (doors, _, named, identifier) => {
    const response = await doors.post('/api/entities', newDish({ Servings: 8 }, named))

    expect(response.status).toBe(201)
    expect(response.headers.get('location')).toBe(`${origin}/api/entities/${dish.soup}`)
    expect(response.headers.get('x-global-identifier')).toBe(identifier)
    expect(await doors.get(`/api/entities/${dish.soup}`)).toMatchObject({
      properties: { Title: 'Leek soup', Servings: 8 },
      version: 2,
    })
  },
)

test('POST with an unused id or identifier creates an entity with it (interface 2.2.1 and 2.2.2)', async (doors) => {
  const byId = await doors.post('/api/entities', newDish({ Title: 'A' }, { id: 5_000_001 }))
  const byIdentifier = await doors.post('/api/entities', newDish({ Title: 'B' }, { identifier: 'my.dish_1' }))

  expect(byId.headers.get('location')).toBe(`${origin}/api/entities/5000001`)
  expect(byIdentifier.headers.get('x-global-identifier')).toBe('my.dish_1')
  expect(await doors.get('/api/entities/identifier/my.dish_1')).toMatchObject({ properties: { Title: 'B' } })
})

test('POST with the id of an entity and an unused identifier renames the entity', async (doors) => {
  await doors.post('/api/entities', newDish({}, { id: dish.soup, identifier: 'potage' }))

  expect((await doors.fetch('/api/entities/identifier/leek-soup')).status).toBe(404)
  expect(await doors.get('/api/entities/identifier/potage')).toMatchObject({ id: dish.soup })
})

test('POST with the id of one entity and the identifier of another is rejected', async (doors) => {
  expect(
    await jsonOf(400, doors.post('/api/entities', newDish({}, { id: dish.bread, identifier: 'leek-soup' }))),
  ).toHaveProperty('identifier')
})

test('POST sets nested relations, whether the key is parent, parents, child or children (interface 4.2.4)', async (doors) => {
  const link = (id: number) => ({ href: `${origin}/api/entities/${id}` })

  const response = await doors.post(
    '/api/entities',
    newDish(
      { Title: 'Stew' },
      {
        relations: {
          MenuToDish: { parent: link(menu.dinner) },
          TagToDish: { parents: [link(tag.cheap), link(tag.warm)], inheritsSecurity: true },
          DishToRecipe: { child: { href: `/api/entities/${recipe.ryeBread}` } },
          DishToSide: { children: [link(dish.salad)] },
        },
      },
    ),
  )
  const id = Number(response.headers.get('location')?.split('/').at(-1))

  expect(await doors.get(`/api/entities/${id}/relations/TagToDish`)).toMatchObject({
    parents: [link(tag.cheap), link(tag.warm)],
  })
  expect(await doors.get(`/api/entities/${menu.dinner}/relations/MenuToDish`)).toMatchObject({
    children: [link(id)],
  })
  expect(await doors.get(`/api/entities/${recipe.ryeBread}/relations/DishToRecipe`)).toMatchObject({
    parent: link(id),
  })
  expect(await doors.get(`/api/entities/${dish.salad}/relations/DishToSide`)).toMatchObject({
    parent: link(id),
  })
})

test('POST accepts empty relations, and rejects a bare link and a relation without links (interface 4.2.4)', async (doors) => {
  const self = (name: string) => ({ href: `${origin}/api/entities/-1/relations/${name}?id=-1&name=${name}` })

  const empty = await doors.post(
    '/api/entities',
    newDish(
      { Title: 'A' },
      { relations: { TagToDish: { parents: [] }, MenuToDish: { self: self('MenuToDish') } } },
    ),
  )
  const bare = await doors.post(
    '/api/entities',
    newDish({ Title: 'B' }, { relations: { TagToDish: { href: `${origin}/api/entities/${tag.warm}` } } }),
  )

  const nothing = await doors.post(
    '/api/entities',
    newDish({ Title: 'C' }, { relations: { TagToDish: { parens: [] }, DishToRecipe: {} } }),
  )

  expect(empty.status).toBe(201)
  expect(bare.status).toBe(400)
  expect(await bare.json()).toHaveProperty('TagToDish')
  expect(nothing.status).toBe(400)
  expect(await nothing.json()).toEqual({
    TagToDish: expect.stringContaining('for relation'),
    DishToRecipe: expect.stringContaining('{"child": ...}'),
  })
})

test('POST without a known entity definition is rejected (interface 1.4 and 4.1.1)', async (doors) => {
  for (const entitydefinition of [
    undefined,
    { href: '/api/entitydefinitions/T.None' },
    { href: 'nonsense' },
  ]) {
    expect(await jsonOf(400, doors.post('/api/entities', { entitydefinition }))).toHaveProperty(
      'entitydefinition',
    )
  }
})

test('a rejected request names every invalid member, and changes nothing', async (doors) => {
  const before = await doors.get(`/api/entities/${dish.bread}`)

  const response = await doors.post(
    '/api/entities',
    newDish(
      {
        Title: null,
        Servings: 'four',
        Code: 'SO-1',
        Price: true,
        Course: { identifier: 'dessert' },
        CookedOn: 'soon',
        Nonsense: 1,
        Story: { 'en-US': 5 },
      },
      {
        id: dish.bread,
        relations: {
          TagToDish: { parents: [{ href: '/api/entities/999' }] },
          MenuToDish: { parent: { href: `/api/entities/${tag.warm}` } },
          Nope: {},
        },
      },
    ),
  )

  expect(response.status).toBe(400)
  expect(Object.keys((await response.json()) as object).sort()).toEqual([
    'Code',
    'CookedOn',
    'Course',
    'MenuToDish',
    'Nonsense',
    'Nope',
    'Price',
    'Servings',
    'Story.en-US',
    'TagToDish',
    'Title',
  ])
  expect(await doors.get(`/api/entities/${dish.bread}`)).toEqual(before)
})

test('PUT by id returns 204 and changes only the given properties; null clears a value (interface 4.1.4 and 7.1)', async (doors) => {
  const response = await doors.put(`/api/entities/${dish.soup}`, {
    properties: { Servings: null, Price: 4.5, Course: { identifier: 'main' }, Aliases: ['A', 'B'] },
  })

  expect(response.status).toBe(204)
  expect(await response.text()).toBe('')
  expect(await doors.get(`/api/entities/${dish.soup}`)).toMatchObject({
    properties: {
      Title: 'Leek soup',
      Servings: null,
      Price: 4.5,
      Course: { identifier: 'main' },
      Aliases: ['A', 'B'],
    },
    version: 2,
    modified_on: new Date(testTime).toISOString(),
    created_on: '2026-01-01T08:00:00.000Z',
  })
})

test.table([[[]], [{}], [''], [0], [false], [[null]]])('a JSON property keeps %j', async (doors, Extra) => {
  await doors.put(`/api/entities/${dish.soup}`, { properties: { Extra } })

  expect(await doors.get(`/api/entities/${dish.soup}`)).toHaveProperty('properties.Extra', Extra)
})

test('PUT merges a multi-language value culture by culture', async (doors) => {
  const path = `/api/entities/${dish.soup}`

  await doors.put(path, { properties: { Story: { 'nl-NL': null, 'de-DE': 'Lauch waschen.' } } })
  await doors.put(`${path}?culture=fr-FR`, { properties: { Story: 'Lavez les poireaux.' } })

  expect(await doors.get(`${path}?cultures=en-US,nl-NL,de-DE,fr-FR`)).toMatchObject({
    properties: {
      Story: {
        'en-US': 'Wash the leeks.',
        'nl-NL': null,
        'de-DE': 'Lauch waschen.',
        'fr-FR': 'Lavez les poireaux.',
      },
    },
  })
})

test('a culture is the same in any letter case, when it is written and when it is read', async (doors) => {
  const path = `/api/entities/${dish.soup}`

  await doors.put(`${path}?culture=EN-us`, { properties: { Story: 'One.' } })
  await doors.put(path, { cultures: ['EN-US'], properties: { Story: { 'nl-nl': 'Twee.' } } })

  const created = await doors.create(
    '/api/entities?culture=en-us',
    newDish({ Title: 'Toast', Story: 'Three.' }, { cultures: ['en-us'] }),
  )
  const story = { 'en-US': 'One.', 'nl-NL': 'Twee.' }

  expect(await doors.get(path)).toMatchObject({
    cultures: ['en-US', 'nl-NL'],
    properties: { Story: story },
  })
  for (const cultures of ['en-US,nl-NL', 'EN-us,nl-nl,en-US']) {
    expect(await doors.get(`${path}?cultures=${cultures}`)).toMatchObject({
      cultures: ['en-US', 'nl-NL'],
      properties: { Story: story },
    })
  }
  expect(await doors.get(created)).toMatchObject({
    cultures: ['en-US'],
    properties: { Story: { 'en-US': 'Three.' } },
  })
})

test('null clears every culture of a value, or with a culture that one', async (doors) => {
  const path = `/api/entities/${dish.soup}`
  const storyAfter = async (query: string) => {
    await doors.put(`${path}${query}`, { properties: { Story: null } })

    return (await doors.get<{ properties: { Story: unknown } }>(path)).properties.Story
  }

  expect(await storyAfter('?culture=nl-NL')).toEqual({ 'en-US': 'Wash the leeks.' })
  expect(await storyAfter('?culture=de-DE')).toEqual({ 'en-US': 'Wash the leeks.' })
  expect(await storyAfter('?culture=en-US')).toEqual({})
  await doors.put(path, { properties: { Story: { 'en-US': 'Wash.', 'nl-NL': 'Was.' } } })
  expect(await storyAfter('')).toEqual({})
})

test('null in one culture is rejected where it would leave a mandatory value empty', async () => {
  await using doors = await openDoors({
    definitions: [
      define(101, 'T.Thing', [{ type: 'String', name: 'Name', is_multilanguage: true, is_mandatory: true }]),
    ],
    data: [entity(1001, 'T.Thing', { properties: { Name: { 'en-US': 'Leek', 'nl-NL': 'Prei' } } })],
  })
  const clear = async (culture: string) => {
    const body = { properties: { Name: null } }

    return (await doors.put(`/api/entities/1001?culture=${culture}`, body)).status
  }

  expect([await clear('nl-NL'), await clear('en-US')]).toEqual([204, 400])
})

test.table(['/api/entities/1001', '/api/entities/identifier/leek-soup'])(
  'DELETE %s returns 204, and removes every reference to the entity (interface 4.1.6, 4.1.7 and 7.1)',
  async (doors, path) => {
    expect((await doors.delete(path)).status).toBe(204)
    expect((await doors.fetch(path)).status).toBe(404)
    expect((await doors.delete(path)).status).toBe(404)
    expect(await doors.get(`/api/entities/${tag.warm}/relations/TagToDish`)).toMatchObject({ children: [] })
    expect(await doors.get(`/api/entities/${recipe.leekSoup}/relations/DishToRecipe`)).not.toHaveProperty(
      'parent',
    )
    expect(await doors.get(`/api/entities/${dish.bread}/relations/DishToSide`)).not.toHaveProperty('parent')
  },
)

test('the id of a deleted entity is not reused', async (doors) => {
  const create = async () =>
    (await doors.post('/api/entities', newDish({ Title: 'New' }))).headers.get('location')

  const first = await create()
  await doors.delete((first ?? '').slice(origin.length))

  expect(await create()).not.toBe(first)
})

test('LOCK and UNLOCK are no longer supported (interface 1.7 and 9.2)', async (doors) => {
  for (const method of ['LOCK', 'UNLOCK']) {
    const response = await doors.fetch(`/api/entities/${dish.soup}`, { method })

    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE')
  }
})

test.table([
  ['', ''],
  ['?cultures=en-US', ''],
  ['', '?culture=en-US'],
  ['?members=Title', '?culture=nl-NL'],
  ['?loadPermissions=true', ''],
])(
  'the ETag of GET %j is valid in If-Match of PUT %j until the entity changes, or a relation at its other end',
  async (doors, read, write) => {
    const path = `/api/entities/${dish.soup}`
    const etag = async () => (await doors.fetch(`${path}${read}`)).headers.get('etag') ?? ''
    const put = async (tag: string) =>
      (await doors.put(`${path}${write}`, { properties: { Servings: 9 } }, { headers: { 'if-match': tag } }))
        .status
    const first = await etag()

    expect([await put(first), await put(first)]).toEqual([204, 412])

    const second = await etag()

    await doors.put(`/api/entities/${menu.lunch}/relations/MenuToDish`, { children: [] })
    expect(await put(second)).toBe(412)
  },
)

test('the preconditions of POST are about the entity that it would update', async (doors) => {
  const path = `/api/entities/${dish.soup}`
  const etag = (await doors.fetch(`${path}?members=Title`)).headers.get('etag') ?? ''
  const statusWith = async (headers: Record<string, string>, identifier: string) =>
    (await doors.post('/api/entities', newDish({ Title: 'Soup' }, { identifier }), { headers })).status

  expect(await statusWith({ 'if-match': '"outdated"' }, 'leek-soup')).toBe(412)
  expect(await statusWith({ 'if-none-match': '*' }, 'leek-soup')).toBe(412)
  expect(await statusWith({ 'if-match': '*' }, 'stew')).toBe(412)
  expect((await doors.fetch('/api/entities/identifier/stew')).status).toBe(404)
  expect((await doors.fetch(`${path}?members=Title`)).headers.get('etag')).toBe(etag)

  expect(await statusWith({ 'if-match': etag }, 'leek-soup')).toBe(201)
  expect(await statusWith({ 'if-match': etag }, 'leek-soup')).toBe(412)
  expect(await statusWith({ 'if-none-match': '*' }, 'stew')).toBe(201)
})

test('each representation of an entity has its own ETag', async (doors) => {
  const etagOf = async (query: string) =>
    (await doors.fetch(`/api/entities/${dish.soup}${query}`)).headers.get('etag')

  expect(
    new Set([await etagOf(''), await etagOf('?culture=en-US'), await etagOf('?members=Title')]).size,
  ).toBe(3)
})

test('of concurrent PUTs with the same If-Match only the first succeeds', async () => {
  const handle = createFetchHandler(await buildSandbox(kitchen))
  const url = `http://localhost/api/entities/${dish.soup}`
  const headers = {
    'if-match': (await handle(new Request(url))).headers.get('etag') ?? '',
    'content-type': 'application/json',
  }
  const put = (Servings: number) =>
    handle(new Request(url, { method: 'PUT', headers, body: JSON.stringify({ properties: { Servings } }) }))
  const responses = await Promise.all([put(1), put(2), put(3)])

  expect(responses.map(({ status }) => status)).toEqual([204, 412, 412])
})

test('If-Match with a weak ETag, or the ETag of another entity, returns 412, with "*" 204', async (doors) => {
  const path = `/api/entities/${dish.soup}`
  const own = (await doors.fetch(path)).headers.get('etag') ?? ''
  const other = (await doors.fetch(`/api/entities/${dish.bread}`)).headers.get('etag') ?? ''
  const statusWith = async (ifMatch: string) =>
    (await doors.put(path, { properties: {} }, { headers: { 'if-match': ifMatch } })).status

  expect(await statusWith(`W/${own}`)).toBe(412)
  expect(await statusWith(other)).toBe(412)
  expect(await statusWith(own.slice(1, -1))).toBe(412)
  expect(await statusWith(`${other}, ${own}`)).toBe(204)
  expect(await statusWith('*')).toBe(204)
})

test('an encoded "&" in a parameter is not confused with a separator', async (doors) => {
  const path = `/api/entities/${dish.soup}`

  const both = await doors.get(`${path}?culture=en-US&members=Title`)
  const one = await doors.get(`${path}?culture=en-US%26members%3DTitle`)

  expect(both.properties).toEqual({ Title: 'Leek soup' })
  expect(one).toMatchObject({ cultures: ['en-US&members=Title'], properties: { Servings: 4 } })
})

test.table([
  ['POST', '/api/entities', newDish({ Title: 'No' })],
  ['PUT', `/api/entities/${dish.soup}`, { properties: {} }],
  ['DELETE', `/api/entities/${dish.soup}`, undefined],
  ['POST', `/api/entities/${dish.soup}/copy`, {}],
])('a reader may not %s %s', async (doors, method, path, json) => {
  expect(await jsonOf(403, doors.fetch(path, { method, headers: asReader, json }))).toHaveProperty('Message')
})

test.table([
  ['constructor', 'constructor'],
  ['toString', 'toString'],
  ['with a name of 10,000 letters', 'x'.repeat(10_000)],
])('the unknown member %s is rejected like any other', async (doors, _, name) => {
  expect(await jsonOf(400, doors.post('/api/entities', newDish({ Title: 'A', [name]: 1 })))).toHaveProperty([
    name,
  ])
  expect((await doors.fetch(`/api/entities/${dish.soup}/relations/${name}`)).status).toBe(404)
  expect((await doors.fetch(`/api/entities/${dish.soup}?members=${name}`)).status).toBe(200)
})

test('while clients write an entity, each tag belongs to one content, and a later read has no earlier version', async () => {
  const handle = createFetchHandler(await buildSandbox(kitchen))
  const url = `http://localhost/api/entities/${menu.lunch}`
  const bodies = new Map<string | null, string>()
  const seen: number[] = []
  const client = async (name: string) => {
    for (let round = 0; round < 20; round++) {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ properties: { Name: `${name} ${round}` } })

      await handle(new Request(url, { method: 'PUT', headers, body }))
      const response = await handle(new Request(url))
      const [etag, text] = [response.headers.get('etag'), await response.text()]

      expect(text).toBe(bodies.get(etag) ?? text)
      bodies.set(etag, text)
      seen.push(JSON.parse(text).version)
    }
  }

  await Promise.all(Array.from('abcdefgh', client))
  expect(new Set(bodies.values()).size).toBe(bodies.size)
  expect(seen.at(-1)).toBeGreaterThan(160)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})

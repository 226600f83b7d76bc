import { expect, test } from 'vitest'
import { origin } from '../../testing/doors.ts'
import { ExistingClient, type JsonBody } from '../../testing/existing-client.ts'
import { dish, menu, openKitchen, recipe, tag } from '../../testing/kitchen.ts'

const link = (path: string) => ({ href: `${origin}/api/${path}`, templated: false })
const entityLink = (id: number) => link(`entities/${id}`)

/** A relation as existing clients send it: always with `self`, and `inheritsSecurity` in camel case. */
function relation(id: number, name: string, ends: JsonBody = {}): JsonBody {
  return { self: link(`entities/${id}/relations/${name}`), inheritsSecurity: true, ...ends }
}

/** A new entity with every relation of its definition, almost all of them empty. */
const newDish = {
  id: 0,
  entitydefinition: link('entitydefinitions/T.Dish'),
  cultures: ['en-US', 'nl-NL'],
  properties: { Title: 'Pea soup', Story: { 'en-US': 'Shell the peas.', 'nl-NL': null } },
  relations: {
    MenuToDish: relation(0, 'MenuToDish', { parent: entityLink(menu.dinner) }),
    TagToDish: relation(0, 'TagToDish', { parents: [entityLink(tag.cheap), entityLink(tag.warm)] }),
    DishToRecipe: relation(0, 'DishToRecipe'),
    DishToSide: relation(0, 'DishToSide', { children: [] }),
  },
  renditions: {},
  self: link('entities/0'),
}

async function create(client: ExistingClient, body: JsonBody): Promise<string> {
  const response = await client.send('POST', await client.urlOf('entities'), body)

  expect(response).toMatchObject({ status: 201 })

  return response.headers.get('location') ?? ''
}

async function read(client: ExistingClient, address: string): Promise<JsonBody> {
  const everything = '?cultures=en-US,nl-NL&nestedRelations=MenuToDish,TagToDish,DishToRecipe,DishToSide'

  return (await client.send('GET', `${address}${everything}`)).body
}

test('a new entity is sent with id 0 and every relation, and is found at its Location', async () => {
  await using doors = await openKitchen()
  const client = await ExistingClient.signedIn(doors)
  const location = await create(client, newDish)

  expect(location).toMatch(/\/api\/entities\/\d+$/)
  expect(await read(client, location)).toMatchObject({
    properties: { Title: 'Pea soup', Story: { 'en-US': 'Shell the peas.', 'nl-NL': null } },
    relations: {
      MenuToDish: { parent: { href: entityLink(menu.dinner).href } },
      TagToDish: { parents: [{ href: entityLink(tag.cheap).href }, { href: entityLink(tag.warm).href }] },
      DishToSide: { children: [] },
    },
  })
})

test('every save with id 0 or a negative id creates another entity', async () => {
  await using doors = await openKitchen()
  const client = await ExistingClient.signedIn(doors)
  const locations = new Set<string>()

  for (const id of [0, 0, -1]) locations.add(await create(client, { ...newDish, id }))

  expect(locations.size).toBe(3)
})

test('saving a new entity with the identifier of an existing one changes that one, and returns its Location', async () => {
  await using doors = await openKitchen()
  const client = await ExistingClient.signedIn(doors)
  const { headers } = await client.send('POST', await client.urlOf('entities'), {
    ...newDish,
    identifier: 'leek-soup',
  })

  expect(headers.get('location')).toBe(`${origin}/api/entities/${dish.soup}`)
  expect(headers.get('x-global-identifier')).toBe('leek-soup')
})

/** The unchanged members that clients send back when they save. */
const unchanged = {
  id: dish.soup,
  identifier: 'leek-soup',
  entitydefinition: link('entitydefinitions/T.Dish'),
  cultures: ['en-US'],
  renditions: {},
  is_root_taxonomy_item: false,
  inherits_security: true,
  version: 1,
  created_by: entityLink(6),
  created_on: '2020-01-01T00:00:00.000Z',
  modified_by: entityLink(6),
  modified_on: '2020-01-01T00:00:00.000Z',
  permissions: link(`entities/${dish.soup}/permissions`),
  roles: link(`entities/${dish.soup}/roles`),
  self: entityLink(dish.soup),
}

test.each<[title: string, change: JsonBody, expected: JsonBody]>([
  [
    'only the changed property',
    { properties: { Title: 'Soup' } },
    { properties: { Title: 'Soup', Servings: 4 } },
  ],
  [
    'a cleared property',
    { properties: { Servings: null } },
    { properties: { Servings: null, Title: 'Leek soup' } },
  ],
  [
    'one culture, without changing the other',
    { properties: { Story: { 'en-US': 'Wash.' } } },
    { properties: { Story: { 'en-US': 'Wash.', 'nl-NL': 'Was de prei.' } } },
  ],
  [
    'null for a culture that was loaded',
    { properties: { Story: { 'en-US': null } } },
    { properties: { Story: { 'en-US': null, 'nl-NL': 'Was de prei.' } } },
  ],
  [
    'an option by its identifier',
    { properties: { Course: { identifier: 'main' } } },
    { properties: { Course: { identifier: 'main', labels: { 'en-US': 'Main course' } } } },
  ],
  [
    'a list in the given order',
    {
      relations: {
        TagToDish: relation(dish.soup, 'TagToDish', {
          parents: [entityLink(tag.quick), entityLink(tag.cheap)],
        }),
      },
    },
    {
      relations: {
        TagToDish: { parents: [{ href: entityLink(tag.quick).href }, { href: entityLink(tag.cheap).href }] },
      },
    },
  ],
  [
    'an emptied list',
    { relations: { TagToDish: relation(dish.soup, 'TagToDish', { parents: [] }) } },
    { relations: { TagToDish: { parents: [] } } },
  ],
  [
    'another parent',
    { relations: { MenuToDish: relation(dish.soup, 'MenuToDish', { parent: entityLink(menu.dinner) }) } },
    { relations: { MenuToDish: { parent: { href: entityLink(menu.dinner).href } } } },
  ],
  [
    'another child',
    {
      relations: {
        DishToRecipe: relation(dish.soup, 'DishToRecipe', { child: entityLink(recipe.ryeBread) }),
      },
    },
    { relations: { DishToRecipe: { child: { href: entityLink(recipe.ryeBread).href } } } },
  ],
])('PUT saves %s', async (_, change, expected) => {
  await using doors = await openKitchen()
  const client = await ExistingClient.signedIn(doors)
  const address = await client.urlOf('entity_by_id', { id: dish.soup, culture: 'en-US' })

  expect(await client.send('PUT', address, { ...unchanged, ...change })).toMatchObject({ status: 204 })
  expect(await read(client, entityLink(dish.soup).href)).toMatchObject({
    ...expected,
    identifier: 'leek-soup',
    version: 2,
    created_on: '2026-01-01T08:00:00.000Z',
  })
})

test.each(['MenuToDish', 'DishToRecipe'])(
  'PUT with neither parent nor child clears the single end of %s',
  async (name) => {
    await using doors = await openKitchen()
    const client = await ExistingClient.signedIn(doors)

    await client.send('PUT', entityLink(dish.soup).href, {
      ...unchanged,
      relations: { [name]: relation(dish.soup, name) },
    })

    const { relations } = await read(client, entityLink(dish.soup).href)

    expect(relations).not.toHaveProperty([name, 'parent'])
    expect(relations).not.toHaveProperty([name, 'child'])
  },
)

test('DELETE returns 204, and 404 with a Message the second time', async () => {
  await using doors = await openKitchen()
  const client = await ExistingClient.signedIn(doors)
  const address = await client.urlOf('entity_by_id', { id: tag.quick })

  expect((await client.send('DELETE', address)).status).toBe(204)
  expect(await client.send('DELETE', address)).toMatchObject({
    status: 404,
    body: { Message: expect.any(String) },
  })
})

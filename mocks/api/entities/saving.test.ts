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

async function read(client: ExistingClient, address: string): Promise<JsonBody> {
  const everything = '?cultures=en-US,nl-NL&nestedRelations=MenuToDish,TagToDish,DishToRecipe,DishToSide'

  return (await client.send('GET', `${address}${everything}`)).body
}

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

import { expect } from 'vitest'
import { openDoors, origin, type Doors } from '../../../testing/doors.ts'
import { dish, tag } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'
import { emptyObject } from '../../../testing/empty-object.ts'

const link = (id: number) => ({ href: `${origin}/api/entities/${id}` })

interface Definition {
  member_groups: { members: { name: string }[] }[]
}

/** Changes flags of a relation in the definition of dishes. */
async function setRelation(doors: Doors, name: string, flags: object): Promise<void> {
  const before = await doors.get<Definition>('/api/entitydefinitions/T.Dish')
  const response = await doors.put('/api/entitydefinitions/T.Dish', {
    ...before,
    member_groups: before.member_groups.map((group) => ({
      ...group,
      members: group.members.map((member) => (member.name === name ? { ...member, ...flags } : member)),
    })),
  })

  expect(response.status).toBe(204)
}

test('a relation that its definition nests has its related entities besides the link, in queries too', async (doors) => {
  await setRelation(doors, 'TagToDish', { is_nested: true, nested_properties: ['Name'] })
  await doors.put(`/api/entities/${tag.warm}`, { properties: { Name: { 'en-US': 'Warm' } } })

  const relation = {
    parents: [
      { ...link(tag.warm), properties: { Name: { 'en-US': 'Warm' } } },
      { ...link(tag.quick), properties: { Name: {} } },
    ],
    inherits_security: true,
    self: { href: `${origin}/api/entities/${dish.soup}/relations/TagToDish` },
  }
  const { href } = relation.self

  // a link all the same, as interface 2.2 says
  expect(await doors.get(`/api/entities/${dish.soup}`)).toMatchObject({
    relations: { TagToDish: { ...relation, href } },
  })
  expect(await doors.get('/api/entities/query?query=Id==1001')).toMatchObject({
    items: [{ relations: { TagToDish: { ...relation, href } } }],
  })

  const found = await doors.post('/api/search', {
    filters: [{ name: 'id', type: 'FieldFilter', operator: 'Equals', values: [dish.soup] }],
  })

  expect(await found.json()).toMatchObject({
    items: [{ relations: { TagToDish: expect.not.objectContaining({ href }) } }],
  })
})

test('what GET returns is accepted by PUT in silence, and a relation that it changes with a warning', async () => {
  await using doors = await openDoors({ validate: 'enforce' })
  const { items } = await doors.get<{ items: { name: string }[] }>('/api/entitydefinitions')

  for (const { name } of items) {
    const found = await doors.get<{ items: { self: { href: string } }[] }>(
      `/api/entitydefinitions/${name}/entities?take=2`,
    )

    for (const { self } of found.items) {
      const path = self.href.slice(origin.length)
      const response = await doors.put(path, await doors.get<object>(path))

      expect([path, response.status, response.headers.get('x-sandbox-warning')]).toEqual([path, 204, null])
    }
  }

  const { relations } = await doors.get<{ relations: Record<string, object> }>('/api/entities/1002')
  const changed = { AssetTypeToAsset: { ...relations['AssetTypeToAsset'], parent: null } }

  expect(
    (await doors.put('/api/entities/1002', { relations: changed })).headers.get('x-sandbox-warning'),
  ).toContain('/relations/AssetTypeToAsset: Applied')
})

test('an asset has its status, type and repository in full, with their labels', async () => {
  await using doors = await openDoors()
  const approved = encodeURIComponent("Parent('FinalLifeCycleStatusToAsset').id==544")
  const { items } = await doors.get<{ items: { id: number }[] }>(
    `/api/entities/query?query=${approved}&take=1`,
  )
  const { relations } = await doors.get<{ relations: Record<string, object> }>(
    `/api/entities/${items[0]?.id}`,
  )
  const nested = Object.entries(relations).filter(([, relation]) => 'self' in relation)

  expect(Object.fromEntries(nested)).toMatchObject({
    AssetTypeToAsset: { parent: { properties: { Label: { 'en-US': expect.any(String) } } } },
    FinalLifeCycleStatusToAsset: {
      parent: {
        properties: { StatusValue: 'Approved', StatusLabel: { 'en-US': 'Approved', 'de-DE': 'Freigegeben' } },
      },
    },
    ContentRepositoryToAsset: { parents: [{ properties: { ClassificationName: { 'en-US': 'Standard' } } }] },
  })
  expect(nested).toHaveLength(3)
})

test('the nested properties of a link are up to date; their names are case-insensitive', async (doors) => {
  const nested = async () => (await doors.get<{ relations: object }>(`/api/entities/${dish.soup}`)).relations

  await setRelation(doors, 'TagToDish', { is_nested: true, nested_properties: ['NAME'] })
  expect(await nested()).toMatchObject({
    TagToDish: { parents: [{ properties: { Name: emptyObject } }, { properties: { Name: emptyObject } }] },
  })

  await doors.put(`/api/entities/${tag.warm}`, { properties: { Name: { 'en-US': 'Hot' } } })
  expect(await nested()).toMatchObject({
    TagToDish: { parents: [{ properties: { Name: { 'en-US': 'Hot' } } }, {}] },
  })
})

test('PUT of what GET returned changes nothing, with nested relations and links included', async (doors) => {
  await setRelation(doors, 'TagToDish', { is_nested: true, nested_properties: ['Name'] })

  const {
    version: _,
    modified_on: __,
    modified_by: ___,
    ...before
  } = await doors.get(`/api/entities/${dish.soup}`)

  expect((await doors.put(`/api/entities/${dish.soup}`, before)).status).toBe(204)
  expect(await doors.get(`/api/entities/${dish.soup}`)).toMatchObject(before)
})

test('the links from an entity to its subresources return 200', async (doors) => {
  const entity = await doors.get<Record<string, { href: string }>>(`/api/entities/${dish.soup}`)

  for (const name of ['permissions', 'lifecycle', 'saved_selections', 'roles', 'annotations']) {
    const response = await doors.fetch(entity[name]?.href.slice(origin.length) ?? name)

    expect([name, response.status]).toEqual([name, 200])
  }
})

test('related_paths lead from the root of a taxonomy to each related entity, and path to the entity itself', async () => {
  await using doors = await openDoors()
  const create = async (definition: string, properties: object, relations: object) =>
    `${origin}${await doors.create(`/api/entitydefinitions/${definition}/entities`, { properties, relations })}`
  const root = await create(
    'M.PCM.ProductCategory',
    { ProductCategoryName: { 'en-US': 'Kitchen' }, Code: 'C91' },
    {},
  )
  const category = await create(
    'M.PCM.ProductCategory',
    { ProductCategoryName: { 'en-US': 'Pans' }, Code: 'C9101' },
    { CategoryToCategory: { parent: { href: root } } },
  )
  const product = await create(
    'M.PCM.Product',
    { ProductName: 'Leek pan', ProductNumber: 'PAN-90001' },
    { CategoryToProduct: { parent: { href: category } } },
  )
  const step = (entity: string, definition: string, title: string) => ({
    values: { 'en-US': title },
    entity,
    definition: `${origin}/api/entitydefinitions/${definition}`,
  })
  const steps = [
    step(root, 'M.PCM.ProductCategory', 'Kitchen'),
    step(category, 'M.PCM.ProductCategory', 'Pans'),
  ]
  const path = product.slice(origin.length)

  expect(await doors.get(path)).toMatchObject({
    related_paths: { CategoryToProduct: [steps] },
    path: [...steps, step(product, 'M.PCM.Product', 'Leek pan')],
  })

  const renamed = { properties: { ProductCategoryName: { 'en-US': 'Cooking' } } }

  await doors.put(root.slice(origin.length), renamed)
  expect(await doors.get(path)).toMatchObject({ path: [{ values: { 'en-US': 'Cooking' } }, {}, {}] })
})

test('an entity without relations to a taxonomy has no related paths', async (doors) => {
  expect(await doors.get(`/api/entities/${dish.soup}`)).toMatchObject({
    related_paths: emptyObject,
    renditions: emptyObject,
  })
})

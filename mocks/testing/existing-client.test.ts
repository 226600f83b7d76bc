import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDoors, type Doors } from './doors.ts'
import {
  allOf,
  firstId,
  createdId,
  link,
  ofDefinition,
  withText,
  ExistingClient,
  type ProgramResponse,
} from './existing-client.ts'

/** What each part of an existing client sends, and what it reads from the response. All in one sandbox. */

let doors: Doors
let client: ExistingClient

beforeAll(async () => {
  doors = await openDoors()
  client = await ExistingClient.signedIn(doors, 'admin')
})

afterAll(() => doors[Symbol.asyncDispose]())

test('entities: create, load, load lazily, save with relations, copy, delete', async () => {
  const tag = firstId(await client.query(ofDefinition('M.Tag'), { query: { take: 1 } }))
  const id = await client.create(
    'M.Asset',
    { Title: 'Leek', Caption: { 'en-US': null } },
    {
      TagToAsset: { self: link('entities/0/relations/TagToAsset'), parents: [], inheritsSecurity: true },
    },
  )

  expect((await client.query({ type: 7, operator: 0, value: id })).body).toMatchObject({
    total_items: 1,
    items: [
      {
        entity: {
          id,
          entitydefinition: link('entitydefinitions/M.Asset'),
          relations: { TagToAsset: { parents: [] } },
        },
      },
    ],
    minimal_schema_list: [{ definition_name: 'M.Asset' }],
  })

  const partial = await client.query(
    { type: 7, operator: 0, value: id },
    {
      load: {
        property_option: { load_option: 2, properties: ['Title'] },
        relation_option: { load_option: 0 },
      },
    },
  )

  expect(partial.body).toMatchObject({
    items: [{ entity: { properties: { Title: 'Leek' } } }],
    minimal_schema_list: [{ properties: [{ name: 'Title', type: 'String' }], relations: [] }],
  })

  const saved = await client.call(
    'PUT',
    'entity_by_id',
    { id, culture: 'en-US' },
    {
      id,
      entitydefinition: link('entitydefinitions/M.Asset'),
      properties: { Caption: { 'en-US': 'Green' } },
      relations: {
        TagToAsset: {
          self: link(`entities/${id}/relations/TagToAsset`),
          parents: [link(`entities/${tag}`)],
          inheritsSecurity: true,
        },
      },
      version: 1,
    },
  )

  expect(saved.status).toBe(204)
  expect((await client.query({ type: 3, relation: 'TagToAsset', parent_id: tag })).body).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ entity: expect.objectContaining({ id, version: 2 }) }),
    ]),
  })

  const copied = await client.call(
    'POST',
    'copy',
    { id },
    {
      property_copy_options: [{ property: 'Title', method: 'Overwrite', new_value: 'Copy' }],
      relation_copy_options: [{ relation: 'TagToAsset', method: 'Keep' }],
    },
  )

  expect(createdId(copied)).toBeGreaterThan(id)
  expect((await client.call('DELETE', 'entity_by_id', { id })).status).toBe(204)
  expect((await client.query({ type: 7, operator: 0, value: id })).body).toMatchObject({ total_items: 0 })
  expect(await client.call('DELETE', 'entity_by_id', { id })).toMatchObject({
    status: 404,
    body: { Message: expect.any(String) },
  })
})

test('querying: filters, sorting, pages, searchAfter from the last hit, and a scroll by its links', async () => {
  const negation = { type: 1, Child: withText('Slug', 'none') }
  const page = await client.query(allOf(ofDefinition('M.Tag'), negation), {
    query: { take: 2, skip: 1, sorting: [{ field_type: 1, field: 'created_on', order: 0 }] },
  })

  expect(page.body).toMatchObject({ returned_items: 2, offset: 1, total_items: expect.any(Number) })

  const searchAfter = async (search_after?: unknown) =>
    client.send(
      'POST',
      await client.urlOf('entities_by_SearchAfter'),
      {
        filter: { type: 'DefinitionName', name: 'M.Tag' },
        take: 3,
        sorting: [{ field_type: 1, field: 'created_on', order: 0 }],
        search_after,
      },
      { 'X-ApiVersion': '2', minimalSchema: 'true' },
    )
  const first = await searchAfter()
  const second = await searchAfter(first.body.last_hit_data)

  expect(first.body).toMatchObject({ returned_items: 3, minimal_schema_list: [{ definition_name: 'M.Tag' }] })
  expect(second.body).toMatchObject({ returned_items: 3 })
  expect(second.body.items).not.toEqual(first.body.items)

  const scroll = await client.urlOf('entities_by_scroll', { query: "Definition.Name=='M.Tag'", take: 3 })
  const firstPage = await client.send('GET', scroll)
  const next = firstPage.body.next as { href: string } // present, as there are more than three tags
  const secondPage = await client.send('GET', next.href)

  expect(firstPage.body).toMatchObject({ returned_items: 3 })
  expect(secondPage.body).toMatchObject({ returned_items: 3, total_items: firstPage.body.total_items })
  expect(secondPage.body.items).not.toEqual(firstPage.body.items)
})

test('definitions: all by page, several by name, one by name or id; create, replace, delete', async () => {
  let next: string | undefined = await client.urlOf('entitydefinitions', {
    take: 25,
    includeConditionalMembers: 'true',
  })
  let count = 0
  let total = 0

  while (next !== undefined) {
    const { body }: ProgramResponse = await client.send('GET', next)
    const { items, total_items } = body as { items: object[]; total_items: number } // a page of definitions

    for (const item of items) expect(item).toMatchObject({ labels: {}, member_groups: expect.any(Array) })
    count += items.length
    total = total_items
    next = (body.next as { href: string } | undefined)?.href // absent on the last page
  }
  expect(count).toBe(total)
  expect(
    (await client.call('GET', 'entitydefinitions', { definitionsToLoadByName: 'M.Asset,M.Tag', take: 25 }))
      .body,
  ).toMatchObject({
    items: [{ name: 'M.Asset' }, { name: 'M.Tag' }],
  })

  const { body } = await client.call('GET', 'entitydefinition_by_name', { name: 'M.Asset', after: 'x' })

  expect((await client.call('GET', 'entitydefinition_by_id', { id: Number(body.id) })).body).toEqual(body)
  expect((await client.call('GET', 'entitydefinition_by_name', { name: 'No.Such' })).status).toBe(404)

  const created = await client.call(
    'POST',
    'entitydefinitions',
    {},
    { name: 'Demo.Dish', labels: {}, member_groups: [] },
  )
  const url = await client.urlOf('entitydefinition_by_name', { name: 'Demo.Dish' })

  expect(created.status).toBe(201)
  expect((await client.send('PUT', url, { name: 'Demo.Dish', labels: { 'en-US': 'Dish' } })).status).toBe(204)
  expect((await client.send('DELETE', url)).status).toBe(204)
})

test('users, user groups, cultures and settings are found by queries', async () => {
  const user = await client.query(allOf(ofDefinition('User'), withText('Username', 'editor')))
  const group = await client.query(allOf(ofDefinition('UserGroup'), withText('GroupName', 'Editors')))
  const cultures = await client.query(
    allOf(ofDefinition('M.Setting'), withText('M.Setting.Name', 'Cultures')),
    {
      load: { property_option: { load_option: 2, properties: ['M.Setting.Value'] } },
    },
  )
  const category = await client.query(
    allOf(ofDefinition('M.SettingCategory'), {
      ...withText('M.SettingCategory.Name', 'PortalConfiguration'),
      operator: 6,
    }),
  )
  const setting = await client.query(
    allOf(ofDefinition('M.Setting'), withText('M.Setting.Name', 'PageSizes'), {
      type: 3,
      relation: 'SettingCategoryToSettings',
      parent_id: firstId(category),
    }),
  )

  expect([user, group, category, setting].map(({ body }) => body.total_items)).toEqual([1, 1, 1, 1])
  expect(cultures.body).toMatchObject({
    items: [{ entity: { properties: { 'M.Setting.Value': expect.arrayContaining(['en-US']) } } }],
  })
  expect(
    (await client.call('GET', 'setting_by_name', { category: 'PortalConfiguration', name: 'PageSizes' }))
      .body,
  ).toMatchObject({
    name: 'PageSizes',
    value: [25, 50, 100],
    schema: null,
    category: { href: expect.any(String) },
  })
})

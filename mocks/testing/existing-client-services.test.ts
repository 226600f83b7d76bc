import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDoors, origin, type Doors } from './doors.ts'
import {
  allOf,
  firstId,
  link,
  ofDefinition,
  withText,
  ExistingClient,
  type JsonBody,
} from './existing-client.ts'

/** What each part of an existing client sends, and what it reads from the response. All in one sandbox. */

let doors: Doors
let client: ExistingClient

beforeAll(async () => {
  doors = await openDoors()
  client = await ExistingClient.signedIn(doors, 'admin')
})

afterAll(() => doors[Symbol.asyncDispose]())

test('accounts: set and reset a password, send a confirmation e-mail', async () => {
  const userId = firstId(await client.query(allOf(ofDefinition('User'), withText('Username', 'reader'))))
  const statuses = [
    await client.call('POST', 'set_user_password', { userId }, { password: 'secret' }),
    await client.call('POST', 'reset_password', { userId }),
    await client.call('POST', 'send_confirmation_email', { userId }, userId),
  ].map(({ status }) => status)

  expect(statuses).toEqual([204, 204, 204])
})

test('permissions and policies: of an entity, explained for a user, read and saved', async () => {
  const asset = firstId(await client.query(ofDefinition('M.Asset'), { query: { take: 1 } }))
  const explanation = await client.call('GET', 'explain_permissions', { id: asset, userId: 7 })

  expect((await client.call('GET', 'permissions_for_entity', { id: asset })).body).toMatchObject({
    permissions: expect.arrayContaining(['Read', 'Approve']),
  })
  expect(explanation.body).toMatchObject({
    permissions: expect.arrayContaining([
      { permission: 'Update', policies: [expect.objectContaining({ is_group_policy: true })] },
    ]),
  })

  const { body } = await client.call('GET', 'policy_by_id', { id: 3 })

  expect(body).toMatchObject({
    rules: [{ type: 'Regular', createdByLoggedOnUser: false, conditions: [] }],
    member_security: [],
    membergroup_security: [],
  })
  expect((await client.call('POST', 'policy_by_id', { id: 3 }, body)).status).toBe(204)
  expect((await client.call('GET', 'policy_by_id', { id: asset })).status).toBe(404)
})

test('option lists: list, read, create, replace, delete', async () => {
  const list = {
    name: 'Demo.Seasons',
    labels: {},
    type: 'Hierarchical',
    values: [{ identifier: 'cold', labels: {}, values: [{ identifier: 'winter', labels: {} }] }],
  }
  const url = await client.urlOf('datasource_by_name', { name: 'Demo.Seasons' })

  expect((await client.call('GET', 'datasources')).body).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ name: 'M.Media', is_system_owned: expect.any(Boolean) }),
    ]),
  })
  expect((await client.call('POST', 'datasources', {}, list)).status).toBe(201)
  expect((await client.send('PUT', url, { ...list, values: [] })).status).toBe(204)
  expect((await client.send('GET', url)).body).toMatchObject({ type: 'Hierarchical', values: [] })
  expect((await client.send('DELETE', url)).status).toBe(204)
  expect((await client.send('GET', url)).status).toBe(404)
})

test('responses of search, facets and aggregates have the members that the client iterates over', async () => {
  const { body } = await client.call(
    'POST',
    'search',
    {},
    {
      culture: 'Invariant',
      skip: 0,
      take: 2,
      filters: [{ name: 'definition', type: 0, operator: 1, values: ['M.Asset'] }],
      fulltext: [],
      fields: ['Title'],
      sorting: { field: 'modifiedon', asc: false },
    },
  )

  expect(body).toMatchObject({
    totalItemCount: expect.any(Number),
    returnedItemCount: 2,
    items: [{ properties: { Title: expect.any(String) }, relations: {} }, {}],
    filters: [{ operator: 'Equals', values: [{ value: 'M.Asset' }] }],
    fulltext: [],
    facets: expect.any(Array),
    sortingOptions: [],
    grouped_view: null,
  })
  expect(
    (await client.call('POST', 'allfacets', {}, { facetField: 'Media', filters: [] })).body,
  ).toMatchObject({
    children: expect.any(Object),
  })

  const [item] = body.items as { id: number }[] // entities
  const aggregate = await client.call('GET', 'aggregates', {
    name: 'details',
    id: item?.id ?? 0,
    loadEntities: 'true',
  })

  expect(aggregate.body).toMatchObject({
    definitions: expect.arrayContaining([expect.objectContaining({ name: 'M.Asset' })]),
    datasources: expect.arrayContaining([
      expect.objectContaining({ name: 'M.Media', created_by: link('entities/6') }),
    ]),
    settings_by_category: {},
  })
  for (const { relations } of aggregate.body.items as { relations: Record<string, JsonBody> }[]) {
    for (const relation of Object.values(relations)) expect(relation.self ?? relation.href).toBeDefined()
  }
})

test('an upload in parts becomes an asset, is approved and published, and its renditions are served', async () => {
  const parts = ['sandbox '.repeat(4), 'end']
  const created = await client.call(
    'POST',
    'upload',
    {},
    {
      file_name: 'leek.txt',
      file_size: parts.join('').length,
      upload_configuration: { name: 'AssetUploadConfiguration' },
      action: { name: 'NewAsset' },
    },
  )
  const location = created.headers.get('location') ?? ''

  for (const [chunk, part] of parts.entries()) {
    const response = await doors.fetch(`${location.slice(origin.length)}&chunks=2&chunk=${chunk}`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      body: `--edge\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\n\r\n${part}\r\n--edge--\r\n`,
    })

    expect(response.status).toBe(200)
  }
  await client.send('POST', `${location}&chunks=2`)

  const { body } = await client.call('POST', 'upload_finalize', {}, created.body)
  const id = Number(body.asset_id)
  const asset = `/api/entities/${id}`

  expect((await client.send('POST', `${asset}/lifecycle/approve`, {})).status).toBe(204)

  const publicLink = await client.create(
    'M.PublicLink',
    { resource: 'downloadOriginal' },
    {
      AssetToPublicLink: {
        self: link('entities/0/relations/AssetToPublicLink'),
        parents: [link(`entities/${id}`)],
        inheritsSecurity: true,
      },
    },
  )
  const { public_link } = (await client.send('GET', `/api/entities/${publicLink}`)).body
  const { renditions } = (await client.send('GET', `${asset}/renditions`)).body

  expect(await (await doors.fetch(String(public_link).slice(origin.length))).text()).toBe(parts.join(''))
  expect(renditions).toContainEqual(
    expect.objectContaining({ rendition_link: expect.objectContaining({ name: 'downloadOriginal' }) }),
  )
  expect((await client.send('GET', `/api/audit/raw/query/${id}`)).body).toMatchObject({
    items: [
      { event_type: 'EntityUpdated' },
      { event_type: 'EntityUpdated' },
      { event_type: 'EntityCreated' },
    ],
  })
})

test('a fetch job adds a file to an asset', async () => {
  const id = await client.create('M.Asset', { Title: 'Fetched' })
  const { headers } = await client.call(
    'POST',
    'fetchjobs',
    {},
    {
      state_description: '',
      asset: link(`entities/${id}`),
      files: [{ type: 'Web', href: 'http://files.test/leek.jpg' }],
    },
  )
  const job = Number(headers.get('location')?.split('/').at(-1))

  expect((await client.call('GET', 'fetchjobs_by_id', { id: job })).body).toMatchObject({
    state: 'Completed',
    condition: 'Success',
  })
  expect((await client.query({ type: 7, operator: 0, value: id })).body).toMatchObject({
    items: [{ entity: { properties: { FileName: 'leek.jpg' } } }],
  })
})

test('notifications are sent, and listed for their recipients', async () => {
  const sent = await client.call(
    'POST',
    'send_notification',
    { type: 'Raw' },
    {
      channels: ['RealTimeNotification'],
      recipients: [link('entities/6')],
      parameters: { title: 'Dinner', options: { body: 'Soup' }, extra: { level: 0, link: '' } },
    },
  )

  expect(sent.status).toBeLessThan(300)
  expect((await client.call('GET', 'notifications')).body).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ notificationtype: 'Raw' })]),
  })
})

test('commands and pages that do not exist return 404 with a Message', async () => {
  const responses = [
    await client.call('POST', 'commands', { folder: 'tools', command: 'none' }, { any: ['JSON'] }),
    await client.call('GET', 'page_by_identifier', { identifier: 'Home', culture: 'en-US' }),
    await client.call('GET', 'page_by_id', { id: 6 }),
  ]

  for (const response of responses)
    expect(response).toMatchObject({ status: 404, body: { Message: expect.any(String) } })
})

import { expect, vi } from 'vitest'
import { withoutBody } from '../http/msw/fetch-objects.ts'
import { buildSandbox } from '../build-sandbox.ts'
import { createService } from '../create-service.ts'
import { jsonOf, openDoors, origin, type Doors } from '../testing/doors.ts'
import type { Json } from '../model/shared/json.ts'
import { ExistingClient } from '../testing/existing-client.ts'
import { dish } from '../testing/kitchen.ts'
import { test } from '../testing/test-with-kitchen.ts'

test('an aggregate without a configuration has all related entities and option lists, and on request permissions', async ({
  doors,
}) => {
  const client = await ExistingClient.signedIn(doors)
  const load = { loadPermissions: 'true', loadDefinitions: 'true', loadEntities: 'true' }

  expect(await client.call('GET', 'aggregates', { name: 'details', id: dish.soup, ...load })).toMatchObject({
    status: 200,
    body: {
      definitions: [{ name: 'T.Dish' }, { name: 'T.Menu' }, { name: 'T.Tag' }, { name: 'T.Recipe' }],
      datasources: [{ name: 'Courses' }],
      items: [
        { entity: { id: dish.soup, requested_permissions: { Read: true, Administer: false } } },
        ...Array.from({ length: 5 }, () => ({ entity: expect.any(Object) })),
      ],
      settings_by_category: { PortalConfiguration: { PageSizes: [25, 50, 100] } },
    },
  })
})

/** Existing clients read 404 as "none". */
test.table<[title: string, route: string, values: Record<string, string | number>, method?: string]>([
  ['an option list', 'datasource_by_name', { name: 'None' }],
  ['a policy', 'policy_by_id', { id: dish.soup }],
  ['permissions', 'permissions_for_entity', { id: 999_999 }],
  ['a setting', 'setting_by_name', { category: 'Assets', name: 'PageSizes' }],
  ['a definition', 'entitydefinition_by_name', { name: 'T.None' }],
  ['a page', 'page_by_identifier', { identifier: 'home' }],
  ['a page by its id', 'page_by_id', { id: 6 }],
  ['a command', 'commands', { folder: 'none', command: 'none' }, 'POST'],
  ['a script', 'execute_script', { script: 'none' }, 'POST'],
])('%s that does not exist returns 404 with a Message', async (doors, _, route, values, method = 'GET') => {
  const client = await ExistingClient.signedIn(doors)
  const response = await client.send(
    method,
    await client.urlOf(route, values),
    method === 'POST' ? {} : undefined,
  )

  expect(response).toMatchObject({ status: 404, body: { Message: expect.stringMatching(/\.$/) } })
})

test('an option list can be created, changed and deleted; values and lists in use are kept', async ({
  doors,
}) => {
  const client = await ExistingClient.signedIn(doors)
  const seasons = {
    name: 'Seasons',
    labels: {},
    type: 'Flat',
    values: [{ identifier: 'spring', labels: {} }],
  }
  const address = await client.urlOf('datasource_by_name', { name: 'Seasons' })

  expect(await client.send('POST', await client.urlOf('datasources'), seasons)).toMatchObject({
    status: 201,
  })
  expect(await client.send('PUT', address, { ...seasons, values: [] })).toMatchObject({ status: 204 })
  expect((await client.send('GET', address)).body).toMatchObject({
    type: 'Flat',
    values: [],
    created_by: { href: `${origin}/api/entities/7` },
  })
  expect(await client.send('DELETE', address)).toMatchObject({ status: 204 })

  const courses = await client.urlOf('datasource_by_name', { name: 'Courses' })

  expect(await client.send('DELETE', courses)).toMatchObject({ status: 409 })
  expect(await client.send('PUT', courses, { type: 'Flat', labels: {}, values: [] })).toMatchObject({
    status: 400,
    body: { values: expect.stringContaining('starter') },
  })
})

test('a new password is required to sign in until it is reset; a confirmation e-mail is accepted', async ({
  doors,
}) => {
  const client = await ExistingClient.signedIn(doors, 'admin')
  const signIn = async (password: string) =>
    (await new ExistingClient(doors).requestToken({ grant_type: 'password', username: 'reader', password }))
      .status

  await client.send('POST', await client.urlOf('set_user_password', { userId: 8 }), { password: 'secret' })
  expect([await signIn('reader'), await signIn('secret')]).toEqual([400, 200])
  await client.send('POST', await client.urlOf('reset_password', { userId: 8 }))
  expect([await signIn('reader'), await signIn('secret')]).toEqual([200, 400])
  expect(await client.call('POST', 'send_confirmation_email', { userId: 8 }, 8)).toMatchObject({
    status: 204,
  })
})

test("a user may not set another user's password", async ({ doors }) => {
  const client = await ExistingClient.signedIn(doors, 'editor')
  const address = await client.urlOf('set_user_password', { userId: 6 })

  expect(await client.send('POST', address, { password: 'x' })).toMatchObject({ status: 403 })
})

test('commands and scripts run with any JSON as input and output, or are the output; one that fails is named', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const circular: { self?: Json } = {}

  circular.self = circular

  // A config in JavaScript can contain any of these.
  const failing: Record<string, [run: () => unknown, cause: string]> = {
    throw: [() => Promise.reject(new Error('no stars today')), 'no stars today'],
    function: [() => () => 1, 'It returned a function.'],
    symbol: [() => Symbol('one'), 'It returned a symbol.'],
    cycle: [() => circular, 'circular'],
    bigint: [() => 1n, 'BigInt'],
  }
  const sandbox = await buildSandbox({
    entities: 1,
    commands: {
      'tools/rename': (input, { user }) => [input, user.name],
      'tools/touch': () => undefined as unknown as null,
      'tools/rate': { stars: 5 },
      ...Object.fromEntries(
        Object.entries(failing).map(([name, [run]]) => [`failing/${name}`, run as () => null]),
      ),
    },
    scripts: { Approve: (input, { user }) => ({ approved: input, by: user.name }), Stars: [5] },
    data: { entities: [{ id: 7001, identifier: 'Approve', entitydefinition: 'M.Tag' }] },
  })
  const service = createService(sandbox)
  const run = async (path: string) => {
    const { status, body } = await service.handle({
      ...withoutBody(new Request(`${origin}/api/${path}`, { method: 'POST' })),
      body: new TextEncoder().encode('"tag"'),
    })

    return [status, JSON.parse(new TextDecoder().decode(body as Uint8Array))]
  }

  expect(await run('commands/tools/rename')).toEqual([200, ['tag', 'editor']])
  expect(await run('commands/tools/touch')).toEqual([200, null])
  expect(await run('commands/Tools/RATE')).toEqual([200, { stars: 5 }])
  expect(await run('scripts/stars/execute')).toEqual([200, [5]])
  for (const script of ['Approve', 'approve', '7001']) {
    expect(await run(`scripts/${script}/execute`)).toEqual([200, { approved: 'tag', by: 'editor' }])
  }

  expect(log).not.toHaveBeenCalled()
  for (const [name, [, cause]] of Object.entries(failing)) {
    const message = `^The command "failing/${name}" of this sandbox's configuration failed: .*${cause}`

    expect(await run(`commands/failing/${name}`)).toEqual([
      500,
      { Message: expect.stringMatching(new RegExp(message, 's')) },
    ])
  }
  expect(log).toHaveBeenCalledTimes(Object.keys(failing).length)
})

test('a command whose name is not "folder/command" is rejected', async () => {
  await expect(buildSandbox({ entities: 1, commands: { publish: () => null } })).rejects.toThrow(
    'Expected functions or JSON by "folder/command"',
  )
})

const text = (length: number) => 'sandbox '.repeat(length / 8)

/** Posts a form as existing clients do; the boundary is fixed, so that every door gets the same bytes. */
function post(doors: Doors, client: ExistingClient, address: string, content: string): Promise<Response> {
  const head =
    '--edge\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\nContent-Type: text/plain\r\n\r\n'

  return doors.fetch(address.slice(origin.length), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.accessToken}`,
      'content-type': 'multipart/form-data; boundary=edge',
    },
    body: `${head}${content}\r\n--edge--\r\n`,
  })
}

test('a file is uploaded in parts and served back', async () => {
  await using doors = await openDoors()
  const client = await ExistingClient.signedIn(doors)
  const parts = [text(100_000), text(100_000), text(8)]
  const announced = await client.send('POST', await client.urlOf('upload'), {
    file_name: 'notes.txt',
    file_size: parts.join('').length,
    upload_configuration: { name: 'AssetUploadConfiguration' },
    action: { name: 'NewAsset' },
  })
  const location = `${announced.headers.get('location')}&chunks=${parts.length}`

  for (const [chunk, part] of parts.entries()) {
    const sent = await post(doors, client, `${location}&chunk=${chunk}`, part)

    expect(await sent.json()).toEqual({ success: true, message: '' })
  }
  await client.send('POST', location)

  const finished = await client.send('POST', await client.urlOf('upload_finalize'), announced.body)
  const path = `/api/entities/${String(finished.body.asset_id)}`
  const size = String(parts.join('').length)

  expect(await doors.get(path)).toMatchObject({
    properties: { FileProperties: { properties: { filesizebytes: size, extension: 'txt' } } },
  })

  const file = await doors.fetch(`${path}/renditions/downloadOriginal`)

  expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await file.text()).toBe(parts.join(''))
})

test.table([
  [{ file_name: 'a.txt', file_size: '' }, 'file_size'],
  [{ file_name: 'a.txt', file_size: true }, 'file_size'],
  [
    { file_name: 'a.txt', file_size: '5', action: { name: 'NewMainFile', parameters: { AssetId: '' } } },
    'action.parameters.AssetId',
  ],
])('a number of an upload may be text, but not empty: %j', async (doors, json, member) => {
  expect(Object.keys(await jsonOf(400, doors.post('/api/v2.0/upload', json)))).toEqual([member])
})

test('the first missing parts are named, and content beyond the announced size is rejected', async ({
  doors,
}) => {
  const client = await ExistingClient.signedIn(doors)
  const announced = await client.send('POST', await client.urlOf('upload'), {
    file_name: 'a.txt',
    file_size: 10,
    action: { name: 'NewMainFile', parameters: { AssetId: dish.soup } },
  })
  const location = announced.headers.get('location') ?? ''

  await post(doors, client, `${location}&chunks=999999&chunk=1`, 'half!')
  expect(await client.send('POST', `${location}&chunks=1`)).toMatchObject({ status: 400 })
  expect(await client.send('POST', `${location}&chunks=999999`)).toMatchObject({
    status: 400,
    body: { chunks: 'Of 999999 parts, these are missing: 0, 2, 3, 4, 5, 6, 7, 8, 9, 10 and more.' },
  })
  expect(await client.send('POST', await client.urlOf('upload_finalize'), announced.body)).toMatchObject({
    status: 400,
  })
  expect((await post(doors, client, `${location}&chunks=2&chunk=1`, 'more than ten')).status).toBe(400)
})

import { expect, vi } from 'vitest'
import { withoutBody } from '../http/msw/fetch-objects.ts'
import { buildSandbox } from '../build-sandbox.ts'
import { createService } from '../create-service.ts'
import { origin } from '../testing/doors.ts'
import type { Json } from '../model/shared/json.ts'
import { ExistingClient } from '../testing/existing-client.ts'
import { dish } from '../testing/kitchen.ts'
import { test } from '../testing/test-with-kitchen.ts'

test('an aggregate without a configuration has all related entities and option lists, and on request permissions', async (doors) => {
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

test('an option list can be created, changed and deleted; values and lists in use are kept', async (doors) => {
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

test('a new password is required to sign in until it is reset; a confirmation e-mail is accepted', async (doors) => {
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

test("a user may not set another user's password", async (doors) => {
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

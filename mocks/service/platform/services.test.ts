import { expect, vi } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { createService } from '../../local/create-service.ts'
import { responseOf, serviceRequest } from '../../testing/ask-service.ts'
import { jsonOf, origin } from '../../testing/doors.ts'
import type { Json } from '../../data/model/shared/json.ts'
import { application, requestToken } from '../../testing/sign-in.ts'
import { dish, openKitchen } from '../../testing/kitchen.ts'
import { testWithDoors } from '../../testing/test-with-doors.ts'

/** Existing clients send nothing that is ignored. */
const test = testWithDoors(() => openKitchen({ validate: 'enforce' }))

test('an aggregate without a configuration has all related entities and option lists, and on request permissions', async (doors) => {
  const load = 'loadPermissions=true&loadDefinitions=true&loadEntities=true'

  expect(await doors.get(`/api/aggregates/details/${dish.soup}?${load}`)).toMatchObject({
    definitions: [{ name: 'T.Dish' }, { name: 'T.Menu' }, { name: 'T.Tag' }, { name: 'T.Recipe' }],
    datasources: [{ name: 'Courses' }],
    items: [
      { entity: { id: dish.soup, requested_permissions: { Read: true, Administer: false } } },
      ...Array.from({ length: 5 }, () => ({ entity: expect.any(Object) })),
    ],
    settings_by_category: { PortalConfiguration: { PageSizes: [25, 50, 100] } },
  })
})

const admin = { headers: { 'x-auth-token': 'sandbox-admin' } }

/** Existing clients read 404 as "none". */
test.table([
  ['an option list', 'GET', '/api/datasources/None'],
  ['a policy', 'GET', `/api/policies/${dish.soup}`],
  ['permissions', 'GET', '/api/entities/999999/permissions'],
  ['a setting', 'GET', '/api/settings/Assets/PageSizes'],
  ['a definition', 'GET', '/api/entitydefinitions/T.None'],
  ['a command', 'POST', '/api/commands/none/none'],
  ['a script', 'POST', '/api/scripts/none/execute'],
])('%s that does not exist returns 404 with a Message', async (doors, _, method, path) => {
  const response = doors.fetch(path, method === 'POST' ? { method, json: {} } : { method })

  expect(await jsonOf(404, response)).toMatchObject({ Message: expect.stringMatching(/\.$/) })
})

test('an option list can be created, changed and deleted; values and lists in use are kept', async (doors) => {
  const spring = { identifier: 'spring', labels: {} }
  const seasons = { name: 'Seasons', labels: {}, type: 'Flat', values: [spring] }
  const courses = '/api/datasources/Courses'

  expect(await doors.create('/api/datasources', seasons)).toBe('/api/datasources/Seasons')
  expect((await doors.put('/api/datasources/Seasons', { ...seasons, values: [] })).status).toBe(204)
  expect(await doors.get('/api/datasources/Seasons')).toMatchObject({
    type: 'Flat',
    values: [],
    created_by: { href: `${origin}/api/entities/7` },
  })
  expect((await doors.delete('/api/datasources/Seasons')).status).toBe(204)
  expect((await doors.delete(courses)).status).toBe(409)
  expect(await jsonOf(400, doors.put(courses, { type: 'Flat', labels: {}, values: [] }))).toMatchObject({
    values: expect.stringContaining('starter'),
  })
})

test('a new password is required to sign in until it is reset; a confirmation e-mail is accepted', async (doors) => {
  const post = async (action: string, json?: unknown) =>
    (await doors.post(`/api/account/8/${action}`, json, admin)).status
  const signIn = async (password: string) => {
    const grant = { grant_type: 'password', username: 'reader', password, ...application }

    return (await requestToken(doors, grant)).status
  }

  await post('setpassword', { password: 'secret' })
  expect([await signIn('reader'), await signIn('secret')]).toEqual([400, 200])
  await post('resetpassword')
  expect([await signIn('reader'), await signIn('secret')]).toEqual([200, 400])
  expect(await post('sendconfirmationemail', 8)).toBe(204)
})

test("a user may not set another user's password", async (doors) => {
  expect((await doors.post('/api/account/6/setpassword', { password: 'x' })).status).toBe(403)
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
  const headers = { 'x-auth-token': 'sandbox-editor' }
  const run = async (path: string) => {
    const request = serviceRequest('POST', `/api/${path}`, { headers, json: 'tag' })
    const { status, body } = await responseOf(service, request)

    return [status, JSON.parse(body)]
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

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer } from 'node:net'
import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
  type GraphQLSchema,
} from 'graphql'
import { expect, test } from 'vitest'
import { createHandlers } from '../../msw/index.ts'
import { createSandbox } from '../../../index.ts'
import { kitchen } from '../../../testing/kitchen-data.ts'
import { kitchenSandbox } from '../../../testing/kitchen.ts'
import { listening } from '../../../testing/listening.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { listen } from '../listen.ts'
import { called } from '../upstream/testing/commands.ts'
import { quotedForCmd } from './exec.ts'

test.each([
  [['--prot', '3'], `Unknown option '--prot'. Did you mean "--port"?`],
  [['--no-quite'], `Unknown option '--no-quite'. Did you mean "--no-quiet"?`],
  [['--port'], '--port needs a value: --port <number|auto>.'],
  [['--port', '--quiet'], '--port needs a value: --port <number|auto>.'],
  [['--port', '1', '--port', '2'], '--port is given twice. Give it once.'],
  [['--definitions', 'missing.json'], "missing.json can't be read: there is no such file or folder."],
  [['strat'], `Unknown command 'strat'. Did you mean "start"?`],
  [['help', 'exprt'], `Unknown command 'exprt'. Did you mean "export"?`],
  [['start', 'now'], "Unexpected argument 'now'"],
  [['exec'], 'exec needs a command'],
  [['exec', '--entities', '0', '--', 'no-such-command'], "no-such-command can't be started"],
  [['--entities', '0', '--scenario', 'none'], 'There is no scenario "none". Available: search-degraded,'],
  [['--port', 'high'], '--port: Expected a port from 0 to 65535, or "auto".'],
  [['--port', '-1'], '--port: Expected a number of at least 0, not -1.'],
  [['--control-token', 'secret'], '--control-token: Expected at least 8 characters.\n'],
  [['--seed', '1.5'], '--seed: Expected a whole number, not 1.5.'],
  [['--auth', 'maybe'], '--auth: Expected "default" or "required", not "maybe".'],
  [['--persist', import.meta.filename], 'is a file, not a folder.'],
  [
    ['reset', '--at', 'foo'],
    '--at or SANDBOX_URL: Expected an address such as http://127.0.0.1:4010, not "foo".',
  ],
  [['--watch', '--persist', 'x'], '--watch and --persist cannot be used together'],
  [
    ['exec', '--store', 'redis://localhost', '--https', '--', 'x'],
    '--store and --https cannot be used together.',
  ],
  [['--lease', '5'], '--lease has no effect without --store.'],
  [['--target-token', 'secret'], '--target-token has no effect without --target.'],
  [['--json', '--quiet'], '--json and --quiet cannot be used together.'],
  [['exec', '--watch', '--', 'node'], 'exec does not support --watch'],
  [['snapshot', 'sav'], 'action: Expected one of save, restore, delete, list, not "sav".'],
  [['import'], 'import needs <path>'],
])('%s is rejected, with a message that says how to correct it', async (argv, message) => {
  const { code, out } = await called(...argv)

  expect(code).toBe(2)
  expect(out).toContain(message)
  expect(out.trim().split('\n')).toHaveLength(1)
})

test.each([
  ['--definitions', '{', 'is not valid JSON'],
  ['--definitions', '5', 'my.json contains no entity definitions. Provide an array'],
  [
    '--definitions',
    '[{"name": "A", "member_groups": [{"name": "M", "members": [{"type": "Text", "name": "T"}]}]}]',
    'definitions.0.member_groups.0.members.0.type',
  ],
  [
    '--definitions',
    '[{"name":"A","member_groups":[{"name":"M","members":[{"type":"Relation","name":"R","role":"Child","cardinality":"OneToMany","associated_entitydefinition":"B"}]}]}]',
    'definitions.0.member_groups.0.members.0.associated_entitydefinition: The definition "B" does not exist. (A.R)',
  ],
  ['--data', '{"entities":[{"definition":"My.None"}]}', 'entities.0.definition'],
  ['--data', 'Title,Year\nLeek,2026\n', 'is not valid JSON, but CSV. Sources are JSON'],
])('%s with the file %j is rejected with the place and the reason', async (option, content, message) => {
  const folder = temporaryFolder({ 'my.json': content })
  const { code, out } = await called(option, join(folder, 'my.json'))

  expect(code).toBe(2)
  expect(out).toContain('my.json')
  expect(out).toContain(message)
})

test('a server that closes the connection is not taken for a missing sandbox', async () => {
  const port = await listening(createServer((socket) => socket.once('data', () => socket.destroy())))
  const { code, out } = await called('reset', '--at', `http://127.0.0.1:${port}`)

  expect(code).toBe(1)
  expect(out).toContain(`The sandbox at http://127.0.0.1:${port} did not respond to `)
})

test('help lists the commands; with a name, the forms and options of that command', async () => {
  const [all, one, same] = [
    await called('help'),
    await called('help', 'fork'),
    await called('fork', '--help'),
  ]

  expect(all).toMatchObject({ code: 0, out: expect.stringContaining('--definitions <path>') })
  expect(one).toMatchObject({ code: 0, out: expect.stringContaining('entity-sandbox fork [id] [options]') })
  expect(one.out).not.toContain('--definitions')
  expect(same).toEqual(one)
  expect(await called('--version')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  })
})

test('reset, snapshot, fork, export and import act on a running sandbox', async () => {
  await using server = await listen(createHandlers(await kitchenSandbox()))
  const folder = temporaryFolder()
  const remote = ['--at', server.url]
  const status = async (base = server.url) => (await fetch(`${base}/api/entities/1001`)).status
  const drop = () => fetch(`${server.url}/api/entities/1001`, { method: 'DELETE' })
  const done = async (...argv: string[]) => {
    const { code, out } = await called(...argv, ...remote)

    expect({ code, out }).toMatchObject({ code: 0 })

    return out
  }

  await done('snapshot', 'save', 'before')
  await done('export', join(folder, 'export.json'))
  expect(await done('export')).toBe(await readFile(join(folder, 'export.json'), 'utf8'))
  expect(await done('fork', 'other')).toContain(`${server.url}/s/other`)

  await drop()
  expect(await status()).toBe(404)
  expect(await status(`${server.url}/s/other`)).toBe(200)

  await done('import', join(folder, 'export.json'))
  expect(await status()).toBe(200)
  await drop()

  await done('snapshot', 'restore', 'before')
  expect(await status()).toBe(200)
  expect(await done('snapshot', 'list')).toBe('before\n')
  await done('snapshot', 'delete', 'before')
  expect(await done('snapshot', 'list')).toBe('There are none.\n')

  await drop()
  await done('reset', '--seed', '-5')
  expect(await status()).toBe(200)
})

test.each([
  ['test', 'test'],
  ['C:\\tools\\npx.cmd', 'C:\\tools\\npx.cmd'],
  ['copy an entity', '"copy an entity"'],
  ['one&other', '"one&other"'],
  ['say "leek"', '"say ""leek"""'],
  ['my folder\\', '"my folder\\\\"'],
  ['', '""'],
])('exec passes the argument %s to cmd.exe as %s', (text, quoted) => {
  expect(quotedForCmd(text)).toBe(quoted)
})

test('exec serves while a command runs and returns its exit code; the command trusts its certificate', async () => {
  const check =
    "fetch(process.env.SANDBOX_URL + '/api/entities/6').then((r) => process.exit(r.status === 200 ? 7 : 1))"

  expect(
    await called('exec', '--entities', '0', '--https', '--', process.execPath, '-e', check),
  ).toMatchObject({ code: 7 })
})

test('a start that fails because its port is in use closes the folder again', async () => {
  await using taken = await listen(await kitchenSandbox())
  const folder = temporaryFolder()
  const start = () => called('--persist', folder, '--port', String(taken.port), '--entities', '0')

  for (const { code, out } of [await start(), await start()]) {
    expect(code).toBe(2)
    expect(out).toMatch(new RegExp(`Port ${taken.port} is in use.*--port auto`))
  }
})

test('a store that can’t be used, and a folder whose repair was interrupted, are reported', async () => {
  const other = createServer((socket) =>
    // One reply for each command.
    socket.on('data', (sent) =>
      socket.write('-ERR not a store\r\n'.repeat(String(sent).match(/^\*/gm)?.length ?? 0)),
    ),
  )
  const address = `redis://127.0.0.1:${await listening(other)}`
  const folder = temporaryFolder({ 'level.repaired': '' })

  expect((await called('--port', '0', '--store', address)).out).toContain(
    `--store ${address}: ERR not a store.`,
  )
  expect((await called('--port', '0', '--persist', folder)).out).toContain(
    `A repair of ${folder} was interrupted.`,
  )
})

test.each([
  ['the built-in definitions', undefined],
  ['those of a file', kitchen.definitions],
])('types --graphql prints the schema that the sandbox serves: %s', async (_, definitions) => {
  const folder = temporaryFolder({ 'my.json': JSON.stringify(kitchen.definitions) })
  const { code, out } = await called('types', ...(definitions ? [join(folder, 'my.json')] : []), '--graphql')

  await using sandbox = await createSandbox({ ...(definitions && { definitions }), entities: 50 })

  const response = await sandbox.fetch('/api/graphql/preview/v1', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  })
  const { data } = await response.json()
  const sorted = (schema: GraphQLSchema) => printSchema(lexicographicSortSchema(schema))

  expect(code).toBe(0)
  expect(sorted(buildSchema(out))).toBe(sorted(buildClientSchema(data)))
})

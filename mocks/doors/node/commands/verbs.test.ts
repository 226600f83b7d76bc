import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { dish } from '../../../testing/kitchen-data.ts'
import { kitchenSandbox } from '../../../testing/kitchen.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { listen } from '../listen.ts'
import { called } from '../upstream/testing/commands.ts'
import { commandOf } from './verb.ts'
import { verbs } from './verbs.ts'

const docsOf = (name: string) => readFile(resolve(import.meta.dirname, '../../../../docs', name), 'utf8')

/** Runs commands in a sandbox of their own, and expects them to succeed. */
async function openKitchen() {
  const server = await listen(await kitchenSandbox())

  onTestFinished(() => server.close())

  const run = (...argv: string[]) => called(...argv, '--at', server.url)
  const done = async (...argv: string[]) => {
    const { code, out } = await run(...argv)

    expect({ code, out }).toMatchObject({ code: 0 })

    return out
  }
  const json = async (...argv: string[]): Promise<unknown> => JSON.parse(await done(...argv, '--json'))

  return { server, run, done, json, send: (path: string) => fetch(`${server.url}${path}`) }
}

/** Arguments with which each verb that needs some succeeds. */
const examples: Record<string, readonly string[]> = {
  verify: ['{"path":"/api/entities/*","count":0}'],
  as: ['reader'],
  clock: ['freeze'],
  give: ['T.Menu'],
  find: ['T.Menu'],
  request: ['GET', '/api/status'],
  snapshot: ['list'],
  import: [resolve(import.meta.dirname, '../../../../package.json')],
}

test.each(verbs.map((verb) => [verb.name, verb] as const))(
  '%s has help for it and for each option, is documented, and prints JSON',
  async (name, verb) => {
    const { server, run } = await openKitchen()
    const { options, forms } = commandOf(verb)
    const help = (await called('help', name)).out
    const folder = temporaryFolder()
    const { code, out } = await run(
      ...(name === 'import' ? ['import', resolve(await exported(server.url, folder))] : [name]),
      ...(name === 'import' ? [] : (examples[name] ?? [])),
      '--json',
    )

    for (const [form, about] of Object.entries(forms)) expect(help).toContain(`${form}  ${about}`)
    for (const { flag, help: about } of options) {
      expect(help).toContain(flag)
      expect(about).not.toBe('')
    }
    expect(await docsOf('command-line.md')).toContain(`entity-sandbox ${verb.form}`)
    expect({ code, out }).toMatchObject({ code: 0 })
    expect(() => {
      JSON.parse(out)
    }).not.toThrow()
  },
)

async function exported(url: string, folder: string): Promise<string> {
  const file = resolve(folder, 'data.json')

  await called('export', file, '--at', url)

  return file
}

test('status, ls and routes show what is there, of the default sandbox or of another', async () => {
  const { server, done } = await openKitchen()

  await done('fork', 'blue')
  expect(await done('ls')).toMatch(/^blue {2}http\S+\/s\/blue {2}\d+ entities$/m)
  expect(await done('status')).toContain(`Sandbox   default at ${server.url}\n`)
  expect(await done('status', '--sandbox', 'blue')).toContain(`Sandbox   blue at ${server.url}/s/blue\n`)
  for (const address of [`${server.url}/s/blue`, `http://blue.localhost:${server.port}`])
    expect((await called('status', '--at', address)).out).toContain('Sandbox   blue at ')
})

test('fault, scenario, as, health and clock change what an application gets, and list what there is', async () => {
  const { done, json, send } = await openKitchen()
  const path = `/api/entities/${dish.soup}`
  const rule = JSON.stringify({
    match: { path: '/api/entities/:id' },
    effect: { kind: 'response', status: 418 },
  })

  expect(await done('fault', rule)).toMatch(/^fault-1 {2}response {2}all \/api\/entities\/:id {2}0 of 0$/m)
  expect((await send(path)).status).toBe(418)
  expect(await done('fault')).toContain('1 of 1')
  await done('fault', 'offline')
  expect(await done('fault', 'none')).toBe('There are none.\n')
  expect((await send(path)).status).toBe(200)

  expect(await done('scenario', 'search-degraded')).toContain('* search-degraded')
  expect(await json('status')).toMatchObject({ scenario: 'search-degraded' })
  expect(await done('scenario', 'none')).not.toContain('*')

  await done('as', 'reader')
  expect(await json('status')).toMatchObject({ acting_user: 'reader' })
  await done('as', 'none')
  expect((await send(path)).status).toBe(401)

  expect(await done('health', 'search', 'red')).toMatch(/^Red +search /m)
  expect(await done('health', 'search', 'reset')).toMatch(/^Green +search /m)

  expect(await done('clock', 'freeze', '2026-01-31T12:00:00Z')).toBe('2026-01-31T12:00:00.000Z\n')
  expect(await done('clock', 'advance', '2h')).toBe('2026-01-31T14:00:00.000Z\n')
  expect(await json('clock', 'run')).toEqual(expect.any(String))
})

test('give and find take JSON from an argument or from stdin', async () => {
  const { done, json } = await openKitchen()
  const stdin = (text: string) => {
    // The command only reads it.
    const stream: unknown = new PassThrough().end(text)

    vi.spyOn(process, 'stdin', 'get').mockReturnValue(stream as typeof process.stdin)
    onTestFinished(() => void vi.restoreAllMocks())
  }
  const given = { identifier: 'brunch' }

  expect(await json('give', 'T.Menu', JSON.stringify(given))).toMatchObject(given)
  stdin('{"identifier":"supper"}')
  expect(await json('give', 'T.Menu', '-')).toMatchObject({ identifier: 'supper' })
  expect(await done('find', 'identifier=="brunch"')).toContain('1 in total')
})

test('logs lists and filters the requests of applications, and goes on until the server stops', async () => {
  const { server, run, done, send } = await openKitchen()

  await send('/api/entitties/6')
  await send('/api/status')
  expect(await done('logs', '--status', '404')).toMatch(/^ {2}404 GET {4}\/api\/entitties\/6 .* nearest: \S+/)
  expect(await done('logs', '--path', '/api/status')).toMatch(/^ {2}200 GET {4}\/api\/status [\d.]+ ms\n$/)

  const following = run('logs', '-f', '--status', '2xx')
  const write = vi.spyOn(process.stdout, 'write')
  const printed = () => write.mock.calls.join('')

  await expect.poll(printed).toContain('/api/status ')
  await send('/api/status?later')
  await expect.poll(printed).toContain('/api/status?later ')
  await server.close()
  const { code, out } = await following

  expect(code).toBe(1)
  expect(out).toMatch(/\/api\/status [^]*\/api\/status\?later [^]*The server has stopped\.\n$/)
  expect(out).not.toContain('entitties')
})

test('what the sandbox rejects, and a negative result, end with 1 and say why; wrong usage ends with 2', async () => {
  const { run } = await openKitchen()

  expect(await run('as', 'nobody')).toMatchObject({ code: 1, out: expect.stringContaining('nobody') })
  expect(await run('fault', 'flakey')).toMatchObject({ code: 1, out: expect.stringContaining('flaky') })
  expect(await run('verify', '{"path":"/api/status"}')).toMatchObject({
    code: 1,
    out: expect.stringContaining('"ok": false'),
  })
  expect(await run('request', 'GET', '/api/nothing')).toMatchObject({ code: 1 })
  expect(await run('snapshot', 'delete')).toMatchObject({
    code: 2,
    out: expect.stringContaining('needs a name'),
  })
  expect(await run('clock', 'advance', 'far')).toMatchObject({ code: 2, out: expect.stringContaining('90s') })
  expect(await called('status', '--at', 'http://127.0.0.1:59999')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/no server responds.*ECONNREFUSED.*--at/),
  })
})

test('open names the console of the sandbox, with its token', async () => {
  await using server = await listen(await buildSandbox({ entities: 0 }), {
    host: '0.0.0.0',
    controlToken: 'not-a-secret',
  })

  vi.stubEnv('BROWSER', 'none')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(
    (await called('open', '--at', server.url, '--sandbox', 'blue', '--control-token', 'not-a-secret')).out,
  ).toBe(`BROWSER is none. Open ${server.url}/?sandbox=blue&control=not-a-secret yourself.\n`)
})

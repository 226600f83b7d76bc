import { once } from 'node:events'
import { connect } from 'node:net'
import { spawn, type ChildProcess } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { createHandlers } from '../../msw/index.ts'
import { messageOf } from '../../../data/model/shared/errors.ts'
import { BundledServer, environmentOf } from '../../../testing/deployment.ts'
import { freePort } from '../../../testing/redis-server.ts'
import { isDeep } from '../../../testing/scale.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { listen } from '../listen.ts'
import { openPersisted } from '../persistence/open-folder.ts'
import { called } from '../upstream/testing/commands.ts'

/** The command bundled into one file: starting it from its many source files would take a second each time. */
let program: BundledServer

// Bundling may take longer than the usual timeout on a busy machine.
beforeAll(async () => {
  program = await BundledServer.build()
}, 60_000)

/** The command, run in its own folder. */
class Command implements AsyncDisposable {
  readonly folder: string
  readonly #process: ChildProcess
  output = ''
  readonly exitCode: Promise<number | null>

  constructor(folder: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    this.folder = folder
    this.#process = spawn(process.execPath, [program.bin, ...args], {
      cwd: folder,
      env: { ...environmentOf(program.bin), ...environment },
    })
    this.#process.stdout?.on('data', (text: Buffer) => (this.output += text.toString()))
    this.#process.stderr?.on('data', (text: Buffer) => (this.output += text.toString()))
    this.exitCode = new Promise((done) => this.#process.once('exit', done))
  }

  /** The base URL, once the banner shows it. */
  async ready(): Promise<string> {
    for (;;) {
      const url = /Base URL +(http:\S+)/.exec(this.output)?.[1]

      if (url) return url
      const ended = await Promise.race([
        this.exitCode,
        new Promise((later) => setTimeout(later, 20, 'running')),
      ])

      if (ended !== 'running') throw new Error(`The command ended: ${this.output}`)
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal)
  }

  /** As the end of a program to which the output is piped. */
  closeOutput(): void {
    this.#process.stdout?.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.exitCode
  }
}

function run(
  args: readonly string[],
  files: Record<string, string> = {},
  environment: NodeJS.ProcessEnv = {},
): Command {
  return new Command(temporaryFolder(files), args, environment)
}

test('start uses the config file, which the command line overrides, and prints a banner and requests until Ctrl-C', async () => {
  const config = `export default { port: 'auto', seed: 9, entities: 130, quiet: true, scenarios: [
    { name: 'mine', description: 'Mine.', user: 'reader' },
  ] }`
  const args = ['--entities', '120', '--no-quiet', '--scenario', 'mine', '--open']
  await using command = run(args, { 'sandbox.config.ts': config }, { BROWSER: 'missing' })
  const url = await command.ready()
  const example = /curl (\S+)/.exec(command.output)?.[1] ?? ''

  expect(command.output).toContain('sandbox-admin')
  expect(command.output).toContain('199 entities from seed 9')
  expect(await (await fetch(`${url}/__sandbox/user`)).json()).toMatchObject({ name: 'reader' })
  expect(example.startsWith(url)).toBe(true)

  const response = await fetch(example)

  expect(response.status).toBe(200)
  expect(await response.json()).toHaveProperty('properties')

  await fetch(`${url}/api/entitis/6?access_token=abc`)
  await expect
    .poll(() => command.output)
    .toMatch(
      /404 GET    \/api\/entitis\/6\?access_token=\[redacted\] [\d.]+ ms  nearest: \/api\/entities\/:id /,
    )
  expect(command.output).toMatch(/200 GET    \/api\/entities\/1000 [\d.]+ ms\n/)
  await fetch(example, { method: 'PUT', headers: { Origin: 'https://shop.example' } })
  await expect.poll(() => command.output).toMatch(/403 PUT .*can't send PUT\. To allow this: --cors https:/)

  // --open, where no browser can be opened
  await expect.poll(() => command.output).toMatch(/No browser could be opened .*ENOENT/)
  expect(command.output).toContain(`Open ${url}/ yourself.`)

  // On Windows a test can't send this signal.
  if (process.platform === 'win32') return
  command.signal('SIGINT')
  expect(await command.exitCode).toBe(0)
})

test('--quiet prints nothing but a token that nobody could know', async () => {
  await using command = run(['--quiet', '--host', '0.0.0.0', '--port', 'auto', '--entities', '0'])

  await expect.poll(() => command.output, { timeout: 20_000 }).toContain('as X-Sandbox-Control.')
  expect(command.output).toMatch(
    /^entity-sandbox: \/__sandbox requires the token "[\w-]{16,}", as X-Sandbox-Control\.\n$/,
  )
})

test('requests during the start are printed after the banner', async () => {
  const port = await freePort()
  await using command = run(['--port', String(port), '--entities', '300'])
  const request = async () => (await fetch(`http://127.0.0.1:${port}/api/status`)).status

  await expect.poll(() => request().catch(() => 0), { interval: 5, timeout: 20_000 }).toBe(200)
  await expect.poll(() => command.output).toMatch(/Base URL[^]+200 GET {4}\/api\/status/)
})

test('logs -f ends when nobody reads on, as after logs -f | head', async () => {
  await using server = run(['--port', 'auto', '--entities', '0'])
  const url = await server.ready()
  await using logs = run(['logs', '-f', '--at', url])

  await fetch(`${url}/api/status`)
  await expect.poll(() => logs.output, { timeout: 10_000 }).toContain('/api/status')
  logs.closeOutput()
  await fetch(`${url}/api/status`)

  expect(await logs.exitCode).toBe(0)
  expect((await fetch(`${url}/api/status`)).status).toBe(200)
})

test.each<[form: string, options: readonly string[], program: readonly string[]]>([
  ['exec', ['exec'], ['--', process.execPath, '-e', '']],
  ...(isDeep ? ['--quiet', '--json'] : []).map(
    (form) => [form, ['--port', 'auto', form], []] satisfies [string, string[], string[]],
  ),
])('what is skipped of an import is printed with %s', async (_, options, program) => {
  const members = [{ name: 'Title', type: 'String', mandatory: true }]
  const definitions = [{ name: 'T.Note', member_groups: [{ name: 'Main', members }] }]
  const file = 'definitions.json'
  await using command = run([...options, '--definitions', file, ...program], {
    [file]: JSON.stringify(definitions),
  })

  await expect.poll(() => command.output).toMatch(/mandatory.*is_mandatory/)
})

test.each([[], ['--json'], ['--quiet', '--open']])(
  'a control token that was given is printed nowhere (%s)',
  async (...args) => {
    const environment = { SANDBOX_CONTROL_TOKEN: 'not-a-secret', BROWSER: 'missing' }
    await using command = run([...args, '--port', 'auto', '--entities', '0'], {}, environment)

    await expect
      .poll(() => command.output, { timeout: 20_000 })
      .toMatch(/the token that you gave, as|"event":"ready"|Open http:\S+\/ yourself/)
    expect(command.output).not.toContain('not-a-secret')
  },
)

test('exec ends with its command, and with its exit code', async () => {
  await using command = run(['exec', '--entities', '0', '--', process.execPath, '-e', 'process.exit(7)'])

  expect(await command.exitCode).toBe(7)
})

// On Windows and macOS the program that opens addresses can't be replaced by a test.
test.skipIf(process.platform !== 'linux')(
  '--open opens the console in the default browser, at the port that was chosen',
  async () => {
    // Replaces the desktop's program.
    const folder = temporaryFolder()
    await writeFile(join(folder, 'xdg-open'), '#!/bin/sh\necho "$@" > opened\n', { mode: 0o755 })

    await using command = new Command(folder, ['--port', 'auto', '--entities', '0', '--open'], {
      PATH: `${folder}:${process.env['PATH']}`,
      BROWSER: '',
    })
    const url = await command.ready()
    const opened = () => readFile(join(folder, 'opened'), 'utf8').catch(String)

    await expect.poll(opened, { timeout: 10_000 }).toBe(`${url}/\n`)
    // As where there is no browser.
    await writeFile(join(folder, 'xdg-open'), '#!/bin/sh\nexit 3\n')

    await using without = new Command(folder, ['--port', 'auto', '--entities', '0', '--open'], {
      PATH: `${folder}:${process.env['PATH']}`,
      BROWSER: '',
    })

    await expect
      .poll(() => without.output, { timeout: 20_000 })
      .toMatch(/No browser could be opened \(xdg-open ended with 3\)\. Open http:\S+ yourself/)
  },
)

// On Windows a test can't send this signal.
test.skipIf(process.platform === 'win32')(
  'while entities are generated the probes answer, and other requests wait; SIGTERM stops the command then too',
  async () => {
    const port = await freePort()
    await using command = run(['--port', `${port}`, '--entities', '20000'])
    const url = `http://127.0.0.1:${port}`
    const isAlive = () =>
      fetch(`${url}/__sandbox/live`).then(
        ({ ok }) => ok,
        () => false,
      )

    await expect.poll(isAlive, { timeout: 10_000, interval: 5 }).toBe(true)

    const waiting = fetch(`${url}/api/entities/1000`).catch(messageOf)
    const readiness = await fetch(`${url}/__sandbox/ready`)

    expect(readiness.status).toBe(503)
    expect(await readiness.text()).toBe('Starting.\n')
    command.signal('SIGTERM')
    expect(await waiting).toBe('fetch failed')
    expect(await command.exitCode).toBe(0)
    expect(command.output).not.toContain('Base URL')
  },
  60_000,
)

test
  .skipIf(process.platform === 'win32')
  .each([['SIGINT', 130], ...(isDeep ? [['SIGTERM', 143] as const] : [])] as const)(
  'a second %s stops the command at once, with exit code %i',
  async (signal, exitCode) => {
    await using command = run(['--port', 'auto', '--entities', '0'])
    const { port } = new URL(await command.ready())
    const client = connect(Number(port), '127.0.0.1')

    onTestFinished(() => void client.destroy())
    // A request that does not end, for which the first signal waits.
    client.write(
      'POST /api/entities HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
    )
    await once(client, 'data')

    const repeated = setInterval(() => command.signal(signal), 50)

    onTestFinished(() => clearInterval(repeated))

    expect(await command.exitCode).toBe(exitCode)
  },
)

test('--watch restarts with changed files, same port and token, goes on when they can’t be used; --json reports it', async () => {
  const data = (title: string) =>
    JSON.stringify({ entities: [{ id: 5001, definition: 'M.Asset', properties: { Title: title } }] })
  // Behind a proxy, a server has a random token.
  const config = `export default { port: 'auto', json: true, trustProxy: true }`
  await using command = run(['--watch', '--data', 'data.json'], {
    'sandbox.config.mjs': config,
    'data.json': data('Leek'),
  })
  const events = () =>
    command.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): { event: string; url?: string; path?: string; controlToken?: string } => JSON.parse(line))
  const titleAt = async (url = '') => {
    const response: unknown = await (await fetch(`${url}/api/entities/5001?members=Title`)).json()

    return response
  }

  await expect.poll(() => events().length, { timeout: 10_000 }).toBe(1)

  const [ready] = events()

  expect(await titleAt(ready?.url)).toMatchObject({ properties: { Title: 'Leek' } })
  await expect
    .poll(() => events()[1])
    .toMatchObject({
      event: 'request',
      method: 'GET',
      path: '/api/entities/5001?members=Title',
      status: 200,
    })

  await writeFile(join(command.folder, 'data.json'), '{')
  await expect.poll(() => command.output).toContain('The sandbox is unchanged. ')
  await writeFile(join(command.folder, 'data.json'), data('Chard'))
  await expect.poll(() => events().filter(({ event }) => event === 'ready')).toHaveLength(2)
  expect(ready?.controlToken).toMatch(/./)
  expect(events().findLast(({ event }) => event === 'ready')).toMatchObject({
    controlToken: ready?.controlToken,
  })
  expect(await titleAt(ready?.url)).toMatchObject({ properties: { Title: 'Chard' } })
})

test.runIf(isDeep)(
  '--watch keeps the server running until changed settings can be used, and says when it can’t',
  async () => {
    await using taken = await listen(createHandlers(await buildSandbox({ entities: 0 })))
    const config = (settings: object) => JSON.stringify({ port: 'auto', entities: 0, ...settings })
    await using command = run(['--watch'], { 'sandbox.config.json': config({}) })
    const url = await command.ready()
    const change = (settings: object) =>
      writeFile(join(command.folder, 'sandbox.config.json'), config(settings))
    const isServing = () =>
      fetch(`${url}/api/entities/6`).then(
        ({ ok }) => ok,
        () => false,
      )

    await change({ port: taken.port })
    await expect
      .poll(() => command.output, { timeout: 10_000 })
      .toContain(`The sandbox is unchanged. Port ${taken.port} is in use.`)
    expect(await isServing()).toBe(true)

    await change({ persist: 'stored' })
    await expect
      .poll(() => command.output, { timeout: 10_000 })
      .toContain('unchanged. --watch and --persist cannot be used together')

    // An address of no machine (RFC 5737); the previous server has the port.
    await change({ host: '192.0.2.1' })
    await expect
      .poll(() => command.output, { timeout: 10_000 })
      .toContain('The server has stopped. 192.0.2.1:')
    expect(await isServing()).toBe(false)

    const began = performance.now()

    await change({ seed: 9 })
    await expect
      .poll(() => command.output, { timeout: 10_000 })
      .toMatch(/is ready[^]* is ready[^]*from seed 9/)
    expect(await isServing()).toBe(true)
    // Not since the command was started.
    expect(Number(/(\d+) ms after the start(?![^]* ms after)/.exec(command.output)?.[1])).toBeLessThan(
      performance.now() - began,
    )
  },
)

test('--persist restores the changes, which can’t be undone then; only one process can use the folder', async () => {
  const folder = temporaryFolder()
  const undo = async (url: string) => (await fetch(`${url}/__sandbox/undo`, { method: 'POST' })).status

  {
    const { sandboxes, close } = await openPersisted(folder, { entities: 120 })
    await using first = await listen(sandboxes)
    const remove = () => fetch(`${first.url}/api/entities/1000`, { method: 'DELETE' })

    await remove()
    expect(await undo(first.url)).toBe(200)
    await remove()
    expect(await called('--persist', folder)).toMatchObject({
      code: 2,
      out: expect.stringContaining('is using it'),
    })
    await close()
  }

  await using again = run(['--port', 'auto', '--entities', '120', '--persist', folder])
  const url = await again.ready()

  expect(again.output).toContain('198 entities restored')
  await vi.waitFor(() => expect(again.output).toContain('so entities had no effect'))
  expect(await undo(url)).toBe(409)
  expect((await fetch(`${url}/api/entities/1000`)).status).toBe(404)
})

/** Starts `entity-sandbox mcp`. */
function mcpTransport(args: readonly string[], cwd = process.cwd()): StdioClientTransport {
  const { bin } = program
  const { NODE_COMPILE_CACHE = '' } = environmentOf(bin)

  return new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', ...args],
    cwd,
    env: { ...getDefaultEnvironment(), NODE_COMPILE_CACHE },
  })
}

test.each([
  ['of 2025', 'legacy'],
  ['of 2026', { pin: '2026-07-28' }],
] as const)('mcp gives an assistant with the protocol %s access to all of the sandbox', async (_, mode) => {
  await using server = await listen(await buildSandbox({ entities: 20 }))
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: given })
    const [part] = z.array(z.object({ text: z.string() })).parse(content)

    return { isError, text: part?.text ?? '' }
  }

  await client.connect(mcpTransport(['--at', server.url]))
  onTestFinished(() => client.close())

  expect(client.getInstructions()).toContain(server.url)
  expect((await call('status')).text).toContain(`"base_url": "${server.url}"`)
  expect((await call('find', { query: 'Definition.Name=="User"', take: 1 })).text).toContain('"total_items"')
  await call('fork', { id: 'trial' })
  await call('as', { user: 'reader', sandbox: 'trial' })
  await call('request', { method: 'DELETE', path: '/api/entities/1000', as: 'admin', sandbox: 'trial' })
  expect((await call('request', { path: '/api/entities/1000', sandbox: 'trial' })).text).toContain('404')
  expect((await call('request', { path: '/api/entities/1000' })).text).toContain('"status": 200')
  await call('reset', { sandbox: 'trial' })
  expect((await call('request', { path: '/api/entities/1000', sandbox: 'trial' })).text).toContain('200')
  expect((await call('ls')).text).toContain('"id": "trial"')

  await call('fault', { rule: { effect: { kind: 'response', status: 503 } } })
  expect((await call('request', { path: '/api/entities/1000' })).text).toContain('"status": 503')
  expect((await call('fault', { rule: 'none' })).text).toBe('[]')
  expect((await call('logs')).text).toContain('"status": 503')
  expect((await call('verify', { expectation: { path: '/api/entities/1000', count: 2 } })).text).toContain(
    '"ok": true',
  )
  expect(await call('fault', { rule: { effect: { kind: 'anser' } } })).toMatchObject({
    isError: true,
    text: expect.stringContaining('effect.kind: Expected an effect of kind latency, response,'),
  })

  expect(await call('read_doc', { name: 'control' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('Did you mean "controls"?'),
  })
  expect((await call('read_doc', { name: 'controls' })).text).toContain('# Controls')
  expect((await client.readResource({ uri: 'docs://controls' })).contents).toHaveLength(1)
})

test('mcp starts a server of its own, also one that requires its control token', async () => {
  const folder = temporaryFolder({ 'sandbox.config.json': '{ "host": "0.0.0.0", "entities": 0 }' })
  const client = new Client({ name: 'test', version: '1' })

  onTestFinished(() => client.close())
  await client.connect(mcpTransport([], folder))

  expect(await client.callTool({ name: 'status', arguments: {} })).not.toHaveProperty('isError')
})

test('record stands in front of a service: clients sign in there, and what it answers is written without secrets', async () => {
  await using target = await listen(await buildSandbox({ seed: 3, entities: 30 }))
  await using recording = run(['record', '--target', target.url, '--port', '0'])
  const url = await recording.ready()
  const form = {
    grant_type: 'password',
    username: 'admin',
    password: 'admin',
    client_id: 'sandbox',
    client_secret: 'sandbox',
  }
  const signedIn = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  const token = z.object({ access_token: z.string() }).parse(await signedIn.json()).access_token
  const headers = { Authorization: `Bearer ${token}` }

  expect((await fetch(`${url}/api/status/search`, { headers })).status).toBe(200)
  expect(await (await fetch(`${url}/api/entities/1000`, { headers })).json()).toMatchObject({
    self: { href: `${url}/api/entities/1000` },
  })
  recording.signal('SIGTERM')
  await recording.exitCode

  const har = await readFile(join(recording.folder, 'recorded.har'), 'utf8')
  const world = await readFile(join(recording.folder, 'recorded.json'), 'utf8')

  expect(har).not.toContain(token)
  expect(har).toContain('/api/status/search')
  expect(world).toContain('"id":1000,')
})

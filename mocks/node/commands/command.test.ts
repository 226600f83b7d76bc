import { once } from 'node:events'
import { connect } from 'node:net'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { build } from 'rolldown'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { buildSandbox } from '../../build-sandbox.ts'
import { createHandlers } from '../../msw/index.ts'
import { freePort } from '../../testing/redis-server.ts'
import { listen } from '../listen.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The command bundled into one file: starting it from its many source files would take a second each time. */
const bin = resolve(root, `test-results/command-${process.pid}/bin.js`)
const bundled = build({
  input: resolve(root, 'mocks/node/bin.ts'),
  platform: 'node',
  external: ['jiti', 'msw', 'classic-level', /^@modelcontextprotocol\//],
  output: { dir: dirname(bin), format: 'esm' },
})

// Bundling may take longer than the usual timeout on a busy machine.
beforeAll(() => bundled, 60_000)
afterAll(() => rm(dirname(bin), { recursive: true }))

/** The command, run in its own folder. */
class Command implements AsyncDisposable {
  readonly folder: string
  readonly #process: ChildProcess
  output = ''
  readonly exitCode: Promise<number | null>

  constructor(folder: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    this.folder = folder
    this.#process = spawn(process.execPath, [bin, ...args], {
      cwd: folder,
      env: { ...process.env, ...environment },
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

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.exitCode
    await rm(this.folder, { recursive: true })
  }
}

async function run(args: readonly string[], files: Record<string, string> = {}): Promise<Command> {
  const folder = await mkdtemp(join(tmpdir(), 'entity-sandbox-'))

  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)

  return new Command(folder, args)
}

test('the banner shows the address, the tokens and a request to try; requests are printed as they arrive', async () => {
  await using command = await run(['--port', 'auto', '--seed', '7', '--entities', '120'])
  const url = await command.ready()
  const example = /curl (\S+)/.exec(command.output)?.[1] ?? ''

  expect(command.output).toContain('sandbox-admin')
  expect(command.output).toContain('194 entities from seed 7')
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
})

// On Windows and macOS the program that opens addresses can't be replaced by a test.
test.skipIf(process.platform !== 'linux')(
  '--open opens the console in the default browser, at the port that was chosen',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'entity-sandbox-'))
    const opened = join(folder, 'opened')

    // Replaces the desktop's program.
    await writeFile(join(folder, 'xdg-open'), '#!/bin/sh\necho "$@" > opened\n', { mode: 0o755 })

    await using command = new Command(folder, ['--port', 'auto', '--entities', '0', '--open'], {
      PATH: `${folder}:${process.env['PATH']}`,
      BROWSER: '',
    })
    const url = await command.ready()

    await expect.poll(() => readFile(opened, 'utf8').catch(String), { timeout: 10_000 }).toBe(`${url}/\n`)
  },
)

test('--open prints the address when no browser can be opened', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entity-sandbox-'))

  await using command = new Command(folder, ['--port', 'auto', '--entities', '0', '--open'], {
    BROWSER: join(folder, 'missing'),
  })
  const url = await command.ready()

  await expect.poll(() => command.output).toMatch(/No browser could be opened .*ENOENT/)
  expect(command.output).toContain(`Open ${url}/ yourself.`)
})

/** A command that is generating entities, and its URL, at which it listens already. */
async function startGenerating(port: number): Promise<{ command: Command; url: string }> {
  const command = await run(['--port', `${port}`, '--entities', '20000'])
  const url = `http://127.0.0.1:${port}`
  const isAlive = () =>
    fetch(`${url}/__sandbox/live`).then(
      ({ ok }) => ok,
      () => false,
    )

  await expect.poll(isAlive, { timeout: 10_000, interval: 5 }).toBe(true)

  return { command, url }
}

test('while entities are generated the probes answer, and other requests wait for their answer', async () => {
  const { command, url } = await startGenerating(await freePort())

  await using _ = command
  const first = fetch(`${url}/api/entities/1000`)
  const readiness = await fetch(`${url}/__sandbox/ready`)

  expect(readiness.status).toBe(503)
  expect(await readiness.json()).toMatchObject({ state: 'starting' })
  expect(command.output).not.toContain('Base URL')
  expect((await first).status).toBe(200)
  expect(await (await first).json()).toMatchObject({ id: 1000 })
  expect((await fetch(`${url}/__sandbox/ready`)).status).toBe(200)
  expect(await command.ready()).toBe(url)
  // Longer than usual on a busy machine.
}, 60_000)

// On Windows a test can't send this signal.
test.skipIf(process.platform === 'win32')(
  'SIGTERM stops the command while it generates entities',
  async () => {
    const { command, url } = await startGenerating(await freePort())

    await using _ = command
    const waiting = fetch(`${url}/api/entities/1000`)

    command.signal('SIGTERM')
    await expect(waiting).rejects.toThrow('fetch failed')
    expect(await command.exitCode).toBe(0)
    expect(command.output).not.toContain('Base URL')
  },
  60_000,
)

// On Windows a test can't send this signal.
test.skipIf(process.platform === 'win32')('Ctrl-C stops the command', async () => {
  await using command = await run(['--port', 'auto', '--entities', '0'])

  await command.ready()
  command.signal('SIGINT')

  expect(await command.exitCode).toBe(0)
})

test.skipIf(process.platform === 'win32').each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a second %s stops the command at once, with exit code %i', async (signal, exitCode) => {
  await using command = await run(['--port', 'auto', '--entities', '0'])
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
})

test('--watch restarts with changed files on the same port, goes on when they can’t be used; --json reports it', async () => {
  const data = (title: string) =>
    JSON.stringify({ entities: [{ id: 5001, definition: 'M.Asset', properties: { Title: title } }] })
  const config = `export default { port: 'auto', json: true }`
  await using command = await run(['--watch', '--data', 'data.json'], {
    'sandbox.config.mjs': config,
    'data.json': data('Leek'),
  })
  const events = () =>
    command.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): { event: string; url?: string; path?: string } => JSON.parse(line))
  const titleAt = async (url = '') => {
    const response: unknown = await (await fetch(`${url}/api/entities/5001?members=Title`)).json()

    return response
  }

  await expect.poll(() => events().length, { timeout: 10_000 }).toBe(1)

  const [ready] = events()

  expect(await titleAt(ready?.url)).toMatchObject({ properties: { Title: 'Leek' } })
  expect(events()[1]).toMatchObject({
    event: 'request',
    method: 'GET',
    path: '/api/entities/5001?members=Title',
    status: 200,
  })

  await writeFile(join(command.folder, 'data.json'), '{')
  await expect.poll(() => command.output).toContain('The sandbox is unchanged. ')
  await writeFile(join(command.folder, 'data.json'), data('Chard'))
  await expect.poll(() => events().filter(({ event }) => event === 'ready')).toHaveLength(2)
  expect(await titleAt(ready?.url)).toMatchObject({ properties: { Title: 'Chard' } })
})

test('--watch keeps the server running until changed settings can be used, and says when it can’t', async () => {
  await using taken = await listen(createHandlers(await buildSandbox({ entities: 0 })))
  const config = (settings: object) => JSON.stringify({ port: 'auto', entities: 0, ...settings })
  await using command = await run(['--watch'], { 'sandbox.config.json': config({}) })
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
  await expect.poll(() => command.output, { timeout: 10_000 }).toContain('The server has stopped. 192.0.2.1:')
  expect(await isServing()).toBe(false)

  const began = performance.now()

  await change({ seed: 9 })
  await expect.poll(() => command.output, { timeout: 10_000 }).toMatch(/is ready[^]* is ready[^]*from seed 9/)
  expect(await isServing()).toBe(true)
  // Not since the command was started.
  expect(Number(/(\d+) ms after the start(?![^]* ms after)/.exec(command.output)?.[1])).toBeLessThan(
    performance.now() - began,
  )
})

test('a config file has the same options, and scenarios; the command line overrides it', async () => {
  const config = `export default { port: 'auto', seed: 9, entities: 130, quiet: true, scenarios: [
    { name: 'mine', description: 'Mine.', user: null },
  ] }`
  const files = { 'sandbox.config.ts': config }
  await using command = await run(['--entities', '140', '--no-quiet', '--scenario', 'mine'], files)
  const url = await command.ready()

  expect(command.output).toContain('214 entities from seed 9')
  expect((await fetch(`${url}/api/entities/6`)).status).toBe(401)
})

test('--persist restores the changes, even if the process was killed; they can’t be undone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entity-sandbox-stored-'))
  const args = ['--port', 'auto', '--entities', '120', '--persist', folder]
  const undo = async (url: string) => (await fetch(`${url}/__sandbox/undo`, { method: 'POST' })).status

  onTestFinished(() => rm(folder, { recursive: true }))

  {
    await using first = await run(args)
    const url = await first.ready()

    const remove = () => fetch(`${url}/api/entities/1000`, { method: 'DELETE' })

    await remove()
    expect(await undo(url)).toBe(200)
    await remove()

    await using second = await run(args)

    expect(await second.exitCode).toBe(2)
    expect(second.output).toContain('is using it')
  }

  await using again = await run(args)
  const url = await again.ready()

  expect(again.output).toContain('193 entities restored')
  await vi.waitFor(() => expect(again.output).toContain('so entities had no effect'))
  expect(await undo(url)).toBe(409)
  expect((await fetch(`${url}/api/entities/1000`)).status).toBe(404)
})

test('exec serves while a command runs and returns its exit code; the command trusts its certificate', async () => {
  const check =
    "fetch(process.env.SANDBOX_URL + '/api/entities/6').then((r) => process.exit(r.status === 200 ? 7 : 1))"
  await using command = await run(['exec', '--entities', '0', '--https', '--', process.execPath, '-e', check])

  expect(await command.exitCode).toBe(7)
})

test('mcp gives an assistant access to data, sandboxes, faults, journal, verification and docs', async () => {
  await using server = await listen(await buildSandbox({ entities: 20 }))
  const client = new Client({ name: 'test', version: '1' })
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: given })
    const [part] = z.array(z.object({ text: z.string() })).parse(content)

    return { isError, text: part?.text ?? '' }
  }

  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp', '--url', server.url] }),
  )
  onTestFinished(() => client.close())

  expect(client.getInstructions()).toContain(server.url)
  expect((await call('describe')).text).toContain(`"base_url": "${server.url}"`)
  expect((await call('list_routes', { find: '/copy' })).text).toContain('POST /api/entities/:id/copy')
  expect((await call('find_entities', { query: 'Definition.Name=="User"', take: 1 })).text).toContain(
    '"status": 200',
  )
  await call('fork_sandbox', { id: 'trial' })
  await call('request', { method: 'DELETE', path: '/api/entities/1000', as: 'admin', sandbox: 'trial' })
  expect((await call('request', { path: '/api/entities/1000', sandbox: 'trial' })).text).toContain('404')
  expect((await call('request', { path: '/api/entities/1000' })).text).toContain('"status": 200')
  await call('reset_sandbox', { sandbox: 'trial' })
  expect((await call('request', { path: '/api/entities/1000', sandbox: 'trial' })).text).toContain('200')
  expect((await call('list_sandboxes')).text).toContain('"id": "trial"')

  await call('add_fault', { rule: { effect: { kind: 'response', status: 503 } } })
  expect((await call('request', { path: '/api/entities/1000' })).text).toContain('"status": 503')
  expect((await call('clear_faults')).text).toBe('Done.')
  expect((await call('read_journal')).text).toContain('"status": 503')
  expect((await call('verify', { expectation: { path: '/api/entities/1000', count: 2 } })).text).toContain(
    '"ok": true',
  )
  expect(await call('add_fault', { rule: { effect: { kind: 'anser' } } })).toMatchObject({
    isError: true,
    text: expect.stringContaining('effect.kind: Expected an effect of kind latency, response,'),
  })

  expect(await call('read_doc', { name: 'fault' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('Did you mean "faults"?'),
  })
  expect((await call('read_doc', { name: 'faults' })).text).toContain('# Faults')
  expect((await client.readResource({ uri: 'docs://faults' })).contents).toHaveLength(1)
})

test('mcp starts a server of its own, also one that requires its control token', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entity-sandbox-'))
  const client = new Client({ name: 'test', version: '1' })

  onTestFinished(async () => {
    await client.close()
    await rm(folder, { recursive: true })
  })
  await writeFile(join(folder, 'sandbox.config.json'), '{ "host": "0.0.0.0", "entities": 0 }')
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp'], cwd: folder }),
  )

  expect(await client.callTool({ name: 'describe', arguments: {} })).not.toHaveProperty('isError')
})

test('record stands in front of a service: clients sign in there, and what it answers is written without secrets', async () => {
  await using target = await listen(await buildSandbox({ seed: 3, entities: 30 }))
  await using recording = await run(['record', '--target', target.url, '--port', '0'])
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

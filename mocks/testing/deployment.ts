import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'rolldown'
import { kitchen } from './kitchen-data.ts'
import { freePort, RedisServer } from './redis-server.ts'

const project = resolve(import.meta.dirname, '../..')

/** The server with the kitchen's data, built once for all that start it. */
export class Program implements AsyncDisposable {
  // Within the project, whose packages it loads.
  readonly folder = resolve(project, `test-results/replica-${process.pid}`)

  static async build(): Promise<Program> {
    const program = new Program()

    await build({
      input: resolve(project, 'mocks/node/bin.ts'),
      platform: 'node',
      external: ['classic-level', 'ioredis', 'jiti', 'msw', 'prom-client'],
      output: { dir: program.folder, format: 'esm' },
    })

    const { definitions, optionLists, data } = kitchen

    for (const [name, value] of Object.entries({ definitions, 'option-lists': optionLists, data })) {
      await writeFile(resolve(program.folder, `${name}.json`), JSON.stringify(value))
    }

    return program
  }

  /** What it is to begin with. */
  get data(): readonly string[] {
    return ['definitions', 'option-lists', 'data'].flatMap((name) => [
      `--${name}`,
      resolve(this.folder, `${name}.json`),
    ])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, maxRetries: 3 })
  }
}

/** One of the servers of a deployment, as a process of its own. */
export class Replica {
  readonly port: number
  /** How many lines it printed of each event. */
  readonly events = new Map<string, number>()
  /** The sandboxes that are its own, as it printed. */
  readonly owned = new Set<string>()
  readonly #program: Program
  readonly #args: readonly string[]
  readonly #env: NodeJS.ProcessEnv
  #process: ChildProcess | undefined

  constructor(program: Program, port: number, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.port = port
    this.#program = program
    this.#args = args
    this.#env = env
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const { folder } = this.#program
    const args = [
      resolve(folder, 'bin.js'),
      '--port',
      String(this.port),
      '--json',
      ...this.#program.data,
      ...this.#args,
    ]
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...this.#env, NODE_COMPILE_CACHE: resolve(folder, 'compiled') },
    })

    this.#process = child
    this.owned.clear()
    createInterface(child.stdout).on('line', (line) => this.#note(line))
    await until(async () => (await fetch(`${this.url}/__sandbox/ready`)).ok)
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal)
  }

  #note(line: string): void {
    const [, event = '', sandbox] = /^\{"event":"([^"]+)"(?:,"sandbox":"([^"]+)")?/.exec(line) ?? []

    this.events.set(event, (this.events.get(event) ?? 0) + 1)
    if (sandbox === undefined) return
    if (event === 'taken') this.owned.add(sandbox)
    if (event === 'released' || event === 'lost') this.owned.delete(sandbox)
  }

  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#process

    if (!child || child.exitCode !== null || child.signalCode !== null) return

    const gone = once(child, 'exit')

    child.kill(signal)
    await gone
  }
}

/** A store, servers that share it, and the proxy of examples/deploy in front of them. */
export class Deployment implements AsyncDisposable {
  readonly store: RedisServer
  readonly replicas: readonly Replica[]
  readonly port: number
  readonly #proxy: ChildProcess

  private constructor(store: RedisServer, replicas: readonly Replica[], port: number, proxy: ChildProcess) {
    this.store = store
    this.replicas = replicas
    this.port = port
    this.#proxy = proxy
  }

  static async start(program: Program, count: number, args: readonly string[] = []): Promise<Deployment> {
    const store = await RedisServer.start()
    const ports = await Promise.all(Array.from({ length: count + 1 }, freePort))
    const [port = 0, ...servers] = ports
    const replicas = servers.map((each) => new Replica(program, each, ['--store', store.url, ...args]))
    const places = [0, 1, 2].map((index) => [
      `SERVER_${index + 1}`,
      `127.0.0.1:${servers[index % servers.length]}`,
    ])
    const proxy = spawn('haproxy', ['-q', '-f', resolve(project, 'examples/deploy/haproxy.cfg')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, BIND: `127.0.0.1:${port}`, ...Object.fromEntries(places) },
    })
    const deployment = new Deployment(store, replicas, port, proxy)

    await Promise.all(replicas.map((each) => each.start()))
    await until(async () => (await fetch(`${deployment.url}/api`)).ok)

    return deployment
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#proxy.kill('SIGKILL')
    for (const replica of this.replicas) await replica.stop()
    await this.store[Symbol.asyncDispose]()
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 800; tries++) {
    if (await isSo().catch(() => false)) return // not yet there
    await wait(25)
  }
  throw new Error('It did not come to answer.')
}

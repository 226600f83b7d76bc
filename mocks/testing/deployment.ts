import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'rolldown'
import { freePort, RedisServer } from './redis-server.ts'

const project = resolve(import.meta.dirname, '../..')
// Within the project, whose packages it loads.
const folder = resolve(project, `test-results/replica-${process.pid}`)

/** One of the servers of a deployment, as a process of its own. */
export class Replica {
  readonly port: number
  readonly #args: readonly string[]
  #process: ChildProcess | undefined

  constructor(port: number, args: readonly string[]) {
    this.port = port
    this.#args = args
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const args = [resolve(folder, 'bin.js'), '--port', String(this.port), '--quiet', ...this.#args]

    this.#process = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    await until(async () => (await fetch(`${this.url}/__sandbox/ready`)).ok)
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal)
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
  readonly url: string
  readonly #proxy: ChildProcess

  private constructor(store: RedisServer, replicas: readonly Replica[], url: string, proxy: ChildProcess) {
    this.store = store
    this.replicas = replicas
    this.url = url
    this.#proxy = proxy
  }

  static async start(count: number, args: readonly string[] = []): Promise<Deployment> {
    await build({
      input: resolve(project, 'mocks/node/bin.ts'),
      platform: 'node',
      external: ['classic-level', 'ioredis', 'jiti', 'msw', 'prom-client'],
      output: { dir: folder, format: 'esm' },
    })

    const store = await RedisServer.start()
    const ports = await Promise.all(Array.from({ length: count + 1 }, freePort))
    const [port = 0, ...servers] = ports
    const replicas = servers.map((each) => new Replica(each, ['--store', store.url, ...args]))
    const places = [0, 1, 2].map((index) => [
      `SERVER_${index + 1}`,
      `127.0.0.1:${servers[index % servers.length]}`,
    ])
    const proxy = spawn('haproxy', ['-q', '-f', resolve(project, 'examples/deploy/haproxy.cfg')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, BIND: `127.0.0.1:${port}`, ...Object.fromEntries(places) },
    })
    const url = `http://127.0.0.1:${port}`

    await Promise.all(replicas.map((each) => each.start()))
    await until(async () => (await fetch(`${url}/api`)).ok)

    return new Deployment(store, replicas, url, proxy)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#proxy.kill('SIGKILL')
    for (const replica of this.replicas) await replica.stop()
    await this.store[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await isSo().catch(() => false)) return // not yet there
    await wait(50)
  }
  throw new Error('It did not come to answer.')
}

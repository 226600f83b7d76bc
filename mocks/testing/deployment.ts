import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { get as getSecurely } from 'node:https'
import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { bundle } from '../../scripts/bundle.ts'
import { kitchen } from './kitchen-data.ts'
import { freePort, RedisServer, stopProcess } from './redis-server.ts'

const project = resolve(import.meta.dirname, '../..')

/** A build of the server, and its options. */
interface ServerProgram {
  readonly bin: string
  /** The command-line options that set the initial data. */
  readonly data: readonly string[]
}

/** The server of the built package, with its default data. */
export const packagedProgram: ServerProgram = { bin: resolve(project, 'dist/doors/node/bin.js'), data: [] }

/** The server, bundled from the sources as the package is, with the kitchen data. */
export class BundledServer implements ServerProgram {
  // Within the project, whose packages the bundle loads.
  readonly folder = resolve(project, `test-results/server-${process.pid}`)
  static #built: Promise<BundledServer> | undefined

  /** Builds it once for all test files of a process, whose folder the end of the process, or the next `npm test`, removes. */
  static build(): Promise<BundledServer> {
    return (this.#built ??= new BundledServer().#build())
  }

  async #build(): Promise<this> {
    process.once('exit', () => rmSync(this.folder, { recursive: true, force: true }))

    await bundle(this.folder, new Map(), ['doors/node/bin'])

    const { definitions, optionLists, data } = kitchen

    for (const [name, value] of Object.entries({ definitions, 'option-lists': optionLists, data })) {
      await writeFile(resolve(this.folder, `${name}.json`), JSON.stringify(value))
    }

    return this
  }

  get bin(): string {
    return resolve(this.folder, 'doors/node/bin.js')
  }

  get data(): readonly string[] {
    return ['definitions', 'option-lists', 'data'].flatMap((name) => [
      `--${name}`,
      resolve(this.folder, `${name}.json`),
    ])
  }
}

/** Variables of a process that runs a program: those of this one, and a cache of what is compiled, for the next. */
export function environmentOf(bin: string): NodeJS.ProcessEnv {
  return { ...process.env, NODE_COMPILE_CACHE: resolve(dirname(bin), 'compiled') }
}

/** A server of a deployment, as a separate process. */
export class Replica {
  readonly port: number
  /** The number of lines that it printed for each event. */
  readonly events = new Map<string, number>()
  /** The sandboxes that it owns, according to these lines. */
  readonly owned = new Set<string>()
  readonly #program: ServerProgram
  readonly #args: readonly string[]
  readonly #env: NodeJS.ProcessEnv
  #process: ChildProcess | undefined

  constructor(program: ServerProgram, port: number, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.port = port
    this.#program = program
    this.#args = args
    this.#env = env
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const { bin, data } = this.#program
    const args = [bin, '--port', String(this.port), '--json', ...data, ...this.#args]
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...environmentOf(bin), ...this.#env },
    })

    this.#process = child
    this.owned.clear()
    createInterface(child.stdout).on('line', (line) => this.#countEvent(line))

    const exited = once(child, 'exit').then(([code]) => {
      throw new Error(`The server has ended with ${String(code)}.`)
    })

    await Promise.race([exited, until(async () => (await fetch(`${this.url}/__sandbox/ready`)).ok)])
    exited.catch(() => undefined) // it is stopped later
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal)
  }

  #countEvent(line: string): void {
    const [, event = '', sandbox] = /^\{"event":"([^"]+)"(?:,"sandbox":"([^"]+)")?/.exec(line) ?? []

    this.events.set(event, (this.events.get(event) ?? 0) + 1)
    if (sandbox === undefined) return
    if (event === 'acquired') this.owned.add(sandbox)
    if (event === 'released' || event === 'lost') this.owned.delete(sandbox)
  }

  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await stopProcess(this.#process, signal)
  }
}

/** A store, servers that share it, and the proxy of examples/deploy in front of them. */
export class Deployment implements AsyncDisposable {
  readonly store: RedisServer
  readonly replicas: readonly Replica[]
  readonly port: number
  readonly url: string
  readonly #proxy: ChildProcess

  private constructor(store: RedisServer, replicas: readonly Replica[], url: string, proxy: ChildProcess) {
    this.store = store
    this.replicas = replicas
    this.url = url
    this.port = Number(new URL(url).port)
    this.#proxy = proxy
  }

  /** @param certificate a file with a certificate and its key; the proxy then uses TLS */
  static async start(
    program: ServerProgram,
    count: number,
    args: readonly string[] = [],
    certificate?: string,
  ): Promise<Deployment> {
    const store = await RedisServer.start()
    const ports = await Promise.all(Array.from({ length: count + 1 }, freePort))
    const [port = 0, ...serverPorts] = ports
    const replicas = serverPorts.map((each) => new Replica(program, each, ['--store', store.url, ...args]))
    const addresses = [0, 1, 2].map((index) => [
      `SERVER_${index + 1}`,
      `127.0.0.1:${serverPorts[index % serverPorts.length]}`,
    ])
    const configuration = resolve(project, 'examples/deploy/haproxy.cfg')
    const proxy = spawn('haproxy', ['-q', '-f', await withCertificate(configuration, certificate, port)], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, BIND: `127.0.0.1:${port}`, ...Object.fromEntries(addresses) },
    })
    const url = `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`
    const deployment = new Deployment(store, replicas, url, proxy)

    await Promise.all(replicas.map((replica) => replica.start()))
    await until(async () => (await statusOf(`${url}/__sandbox/ready`)) === 200)

    return deployment
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#proxy.kill('SIGKILL')
    for (const replica of this.replicas) await replica.stop()
    await this.store[Symbol.asyncDispose]()
  }
}

/** The configuration file of the proxy, with its commented-out TLS line enabled if there is a certificate. */
async function withCertificate(
  configuration: string,
  certificate: string | undefined,
  port: number,
): Promise<string> {
  if (certificate === undefined) return configuration

  const text = await readFile(configuration, 'utf8')
  const file = `${certificate}.cfg`
  const bindLines = /bind "\$\{BIND\}"\n.*: bind :443 ssl crt \/etc\/haproxy\/certificate\.pem/

  await writeFile(file, text.replace(bindLines, `bind 127.0.0.1:${port} ssl crt ${certificate}`))

  return file
}

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? getSecurely : get

    send(url, { rejectUnauthorized: false }, (response) => resolve(response.resume().statusCode)).once(
      'error',
      reject,
    )
  })
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 800; tries++) {
    if (await condition().catch(() => false)) return // an error: not started yet
    await wait(25)
  }
  throw new Error('The server was not ready after 800 requests.')
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BundledServer } from '../../deployment.ts'
import { freePort, isInstalled } from '../../redis-server.ts'
import { isDeep } from '../../scale.ts'
import { deployFolder, readCompose, scriptOf, type ComposeFile } from './compose-file.ts'

const variables = { SANDBOX_CONTROL_TOKEN: 'open-sesame', STORE_PASSWORD: 'leek' }
const isPossible = isInstalled('redis-server') && isInstalled('haproxy')
const serversOf = ({ services }: ComposeFile) =>
  Object.keys(services).filter((name) => name.startsWith('server-'))

test('the compose file refers to what exists, and sets what the proxy needs', () => {
  const compose = readCompose(variables)
  const { services, volumes } = compose
  const { proxy, store } = services
  const configuration = readFileSync(resolve(deployFolder, 'haproxy.cfg'), 'utf8')
  const variableNames = Array.from(configuration.matchAll(/"\$\{(\w+)\}"/g), ([, name]) => name)
  const names = serversOf(compose)
  const { name, peerDependencies } = JSON.parse(
    readFileSync(resolve(deployFolder, '../../package.json'), 'utf8'),
  ) as { name: string; peerDependencies: object } // our own

  for (const { depends_on = [] } of Object.values(services)) {
    for (const dependency of depends_on) expect(Object.keys(services)).toContain(dependency)
  }
  expect(new Set(Object.keys(proxy?.environment ?? {}))).toEqual(new Set(variableNames))
  expect(Object.values(proxy?.environment ?? {}).sort()).toEqual([
    ':4010',
    ...names.map((name) => `${name}:4010`),
  ])
  expect(proxy?.ports).toEqual(['4010:4010'])
  expect(store?.volumes).toEqual(Object.keys(volumes).map((volume) => `${volume}:/data`))
  for (const server of names) {
    const script = services[server] ? scriptOf(services[server]) : ''
    const [, packages = ''] = /^npm install --silent (.*) && exec /.exec(script) ?? []

    expect(packages.split(' ')).toEqual([
      name,
      ...Object.keys(peerDependencies).filter((peer) => /redis|^prom-client/.test(peer)),
    ])
    expect(script).toContain('@store:6379/')
  }
  expect(() => readCompose({})).toThrow(
    'SANDBOX_CONTROL_TOKEN must be set: required by the controls and the console',
  )
})

// Runs the file as written, except that host names resolve to this machine, and nothing is downloaded.
test.runIf(isDeep && isPossible)(
  'the services of the compose file respond, store changes, and stop gracefully',
  async () => {
    const server = await BundledServer.build()
    await using deployment = await Deployment.start(server)
    const { compose } = deployment
    const url = deployment.urlOf('proxy')
    const control = { headers: { 'X-Sandbox-Control': variables.SANDBOX_CONTROL_TOKEN } }
    const names = serversOf(compose)

    await expect.poll(() => statusOf(`${url}/api/entities/1001`), { timeout: 30_000 }).toBe(200)
    expect(await statusOf(`${url}/__sandbox/sandboxes`)).toBe(401)
    expect(await statusOf(`${url}/__sandbox/sandboxes`, control)).toBe(200)
    expect(await statusOf(`${url}/__sandbox/metrics`, control)).toBe(200)
    expect(await statusOf(`${url}/api/entities/1001`, { method: 'DELETE' })).toBe(204)
    await deployment.stop('store')
    deployment.startService('store')
    for (const name of names) {
      await expect.poll(() => statusOf(`${url}/api/entities/1001`), { timeout: 30_000 }).toBe(404)
      // The proxy may have asked another one, while this one still starts.
      await expect
        .poll(() => statusOf(`${deployment.urlOf(name)}/api/entities/1001`), { timeout: 30_000 })
        .toBe(404)
      expect(await deployment.stop(name)).toBe(0)
    }
  },
  120_000,
)

async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(url, init)

  await response.arrayBuffer()

  return response.status
}

/** The services of the compose file, as processes. */
class Deployment implements AsyncDisposable {
  readonly compose = readCompose(variables)
  readonly #folder: string
  readonly #ports: ReadonlyMap<string, number>
  readonly #processes = new Map<string, ChildProcess>()

  private constructor(folder: string, ports: ReadonlyMap<string, number>) {
    this.#folder = folder
    this.#ports = ports
  }

  static async start(bundle: BundledServer): Promise<Deployment> {
    const folder = await mkdtemp(join(tmpdir(), 'compose-'))
    const names = Object.keys(readCompose(variables).services)
    const ports = await Promise.all(names.map(async (name) => [name, await freePort()] as const))
    const deployment = new Deployment(folder, new Map(ports))
    const server = `exec '${process.execPath}' ${[bundle.bin, ...bundle.data].map((word) => `'${word}'`).join(' ')} "$@"`
    const programs = {
      npm: `mkdir -p node_modules/.bin && cp ../programs/server node_modules/.bin/entity-sandbox`,
      server,
      'redis-server': `PATH="$REAL_PATH" exec redis-server "$@" --port $PORT --bind 127.0.0.1 --save ''`,
    }

    await mkdir(join(folder, 'programs'))
    for (const [name, script] of Object.entries(programs)) {
      await writeFile(join(folder, 'programs', name), `#!/bin/sh\n${script}\n`)
      await chmod(join(folder, 'programs', name), 0o755)
    }
    for (const name of names) {
      await mkdir(join(folder, name))
      deployment.startService(name)
    }

    return deployment
  }

  urlOf(name: string): string {
    return `http://127.0.0.1:${this.#ports.get(name)}`
  }

  startService(name: string): void {
    const service = this.compose.services[name]

    if (!service) throw new Error(`There is no service ${name}.`)

    const local = (text: string) =>
      text.replaceAll(
        /(^|@)([\w-]*):\d+/g,
        (_, before: string, host: string) => `${before}127.0.0.1:${this.#ports.get(host || 'proxy')}`,
      )
    const [source = ''] = service.volumes?.[0]?.split(':') ?? []
    const file = resolve(deployFolder, source)
    const [command, ...args] =
      service.command === undefined ? ['haproxy', '-q', '-f', file] : ['sh', '-c', local(scriptOf(service))]

    if (service.command === undefined) expect(existsSync(file)).toBe(true)

    const environment = Object.entries(service.environment).map(([key, value]) => [key, local(value)])

    this.#processes.set(
      name,
      spawn(command ?? '', args, {
        cwd: join(this.#folder, name),
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          PATH: `${join(this.#folder, 'programs')}:${process.env['PATH']}`,
          REAL_PATH: process.env['PATH'],
          PORT: String(this.#ports.get(name)),
          ...Object.fromEntries(environment),
        },
      }),
    )
  }

  /** Stops a service as `docker stop` does. Returns its exit code, null if it had to be killed. */
  async stop(name: string): Promise<number | null> {
    const child = this.#processes.get(name)
    const grace = Number(this.compose.services[name]?.stop_grace_period?.replace('s', '') ?? 10)

    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null

    const exited = once(child, 'exit')

    child.kill('SIGTERM')
    void wait(grace * 1000, undefined, { ref: false }).then(() => child.kill('SIGKILL'))
    await exited

    return child.exitCode
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(Array.from(this.#processes.keys(), (name) => this.stop(name)))
    await rm(this.#folder, { recursive: true, maxRetries: 3 })
  }
}

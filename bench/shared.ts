/**
 * `npm run bench:shared`: the cost of a store for a server (CPU time, responses a second), two servers compared with one, and
 * the size of a sandbox in the store. The numbers are in docs/internals/several-servers.md.
 */
import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { RedisServer } from '../mocks/testing/redis-server.ts'
import { load, type LoadRequest } from './load.ts'
import { median, ServerProcess } from './processes.ts'

const rounds = 3
const extent = { amount: 1000 }
const headers = { 'Content-Type': 'application/json', 'X-Sandbox': 'blue' }

await using store = await RedisServer.start(['--appendfsync', 'everysec'])
const client = new Redis(store.url)
const alone = await start()
const one = await start('--store', store.url)
const other = await start('--store', store.url)

console.log('| | CPU time of the server | of the store | responses a second |\n|---|---|---|---|')
try {
  for (const [name, server] of [
    ['alone', alone],
    ['with a store', one],
  ] as const) {
    await measure(`read, ${name}`, [server], () => ({ path: '/api/entities/1000', headers }))
    await measure(`change, ${name}`, [server], change)
  }
  await measure('read, forwarded', [other], () => ({ path: '/api/entities/1000', headers }))
  await measure('change, two servers', [one, other], change)
  await measureSandboxes()
} finally {
  client.disconnect()
  for (const server of [alone, one, other]) await server[Symbol.asyncDispose]()
}

function start(...options: string[]): Promise<ServerProcess> {
  return ServerProcess.start((port) => ['dist/doors/node/bin.js', '--quiet', '--port', port, ...options])
}

/** A change in one of sixteen sandboxes that a server owns: changes of the same sandbox wait for each other. */
function change(server = 0): LoadRequest {
  const body = JSON.stringify({ properties: { Title: `Leek ${Math.random()}` } })
  const sandbox = `of-${server}-${Math.floor(Math.random() * 16)}`

  return { method: 'PUT', path: '/api/entities/1000', headers: { ...headers, 'X-Sandbox': sandbox }, body }
}

async function measure(
  name: string,
  servers: readonly ServerProcess[],
  next: (server: number) => LoadRequest,
): Promise<void> {
  const measured: { cpu: number; store: number; perSecond: number }[] = []

  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    const before = await storeUsage()
    const results = await Promise.all(
      servers.map((server, index) => load(server, () => next(index), extent, false)),
    )
    const after = await storeUsage()
    const perSecond = results.reduce((sum, each) => sum + each.perSecond, 0)

    if (round === 0) continue
    measured.push({
      cpu: median(results.map(({ cpu }) => cpu)),
      store: (after - before) / extent.amount / servers.length,
      perSecond,
    })
  }

  const [cpu, ofStore, perSecond] = (['cpu', 'store', 'perSecond'] as const).map((key) =>
    Math.round(median(measured.map((each) => each[key]))),
  )

  console.log(`| ${name} | ${cpu} µs | ${ofStore} µs | ${perSecond} |`)
}

/** CPU time of the store so far, in microseconds. */
async function storeUsage(): Promise<number> {
  const info = await client.info('cpu')
  const seconds = ['user', 'sys'].map((kind) =>
    Number(new RegExp(`used_cpu_${kind}:([\\d.]+)`).exec(info)?.[1]),
  )

  return seconds.reduce((sum, each) => sum + each, 0) * 1e6
}

/** The size of sandboxes in the store: of new ones, after one change, and after a hundred. */
async function measureSandboxes(): Promise<void> {
  const amount = 50

  for (const changes of [0, 1, 100]) {
    const before = await storeSize()

    for (let number = 0; number < amount; number++) {
      const sandbox = randomUUID()
      const { path } = change()

      if (changes === 0)
        await (await fetch(`${one.url}${path}`, { headers: { 'X-Sandbox': sandbox } })).text()
      for (let each = 0; each < changes; each++) {
        const { method = 'PUT', body = '' } = change()

        await fetch(`${one.url}${path}`, { method, body, headers: { ...headers, 'X-Sandbox': sandbox } })
      }
    }

    const { bytes, commands } = await storeSize()

    console.log(
      `a sandbox with ${changes} changes: ${Math.round((bytes - before.bytes) / amount)} bytes, ${Math.round((commands - before.commands) / amount)} commands`,
    )
  }
}

async function storeSize(): Promise<{ bytes: number; commands: number }> {
  const info = await client.info()
  const numberOf = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1])

  return { bytes: numberOf('used_memory'), commands: numberOf('total_commands_processed') }
}

import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conformance } from '../../conformance.ts'
import { makeCertificate } from '../../../node/certificate.ts'
import { Deployment, Program, Replica } from '../../deployment.ts'
import { createSandbox } from '../../../create-sandbox.ts'
import { Sandboxes } from '../../../sandbox/sandboxes.ts'
import { openFetch, seenBy, sendOverSocket } from '../../doors.ts'
import { kitchen } from '../../kitchen-data.ts'
import { freePort, isInstalled, RedisServer } from '../../redis-server.ts'
import { isDeep, seed } from '../../scale.ts'
import { Clients } from './clients.ts'
import { Failures, kinds } from './failures.ts'

// Where they are not installed, nothing of this counts.
const isPossible = isInstalled('redis-server') && isInstalled('haproxy')

/** In each of two deployments at the same time. */
const failuresEach = Number(process.env.FAILURES ?? 100)

let program: Program

beforeAll(async () => {
  if (isPossible) program = await Program.build()
})
afterAll(() => program?.[Symbol.asyncDispose]())

describe.runIf(isPossible)('two servers and a proxy', () => {
  let deployment: Deployment

  beforeAll(async () => {
    deployment = await Deployment.start(program, 2, ['--allowed-hosts', 'sandbox.test', '--lease', '1'])
  })
  afterAll(() => deployment?.[Symbol.asyncDispose]())

  test.each(conformance)('respond as one server alone: $name', async ({ name, requests }) => {
    await using single = openFetch(new Sandboxes(await createSandbox(kitchen)))
    const sandbox = name.replaceAll(/\W+/g, '-')

    for (const { method, path, headers: own = {}, body } of requests) {
      const headers = { 'x-sandbox': sandbox, ...own }
      const init = { method, headers, ...(body === undefined ? {} : { body }) }
      const expected = await seenBy(await single.send(path, init))

      expect(await seenBy(await sendOverSocket(deployment.port, path, init)), `${method} ${path}`).toEqual(
        expected,
      )
    }
  })

  test('ten kills lose no acknowledged write, and double none', async () => {
    const clients = new Clients(deployment.url)
    const failures = new Failures(deployment, clients, seed)

    await failures.kill(10)
    await clients.end()
    expect(await clients.problems()).toEqual([])
    expect(clients.done).toBeGreaterThan(50)
    // By the lines that they print.
    expect(eventsOf(deployment)).toMatchObject({ acquired: expect.any(Number) as number })
  }, 120_000)
})

test.runIf(isPossible)('a store is reached by TLS, with its own certificate', async () => {
  const names = {
    certificate: resolve(program.folder, 'store.pem'),
    key: resolve(program.folder, 'store-key.pem'),
  }
  const { cert, key } = makeCertificate(['localhost'])
  const port = await freePort()

  await writeFile(names.certificate, cert)
  await writeFile(names.key, key)
  await using _ = await RedisServer.start(
    `--tls-port ${port} --tls-cert-file ${names.certificate} --tls-key-file ${names.key} --tls-ca-cert-file ${names.certificate} --tls-auth-clients no`.split(
      ' ',
    ),
  )
  const env = { NODE_EXTRA_CA_CERTS: names.certificate }
  const replica = new Replica(program, await freePort(), ['--store', `rediss://localhost:${port}`], env)

  await replica.start()

  const response = await fetch(`${replica.url}/api/entities/1001`, { method: 'DELETE' })

  await replica.stop()
  expect(response.status).toBe(204)
})

test.runIf(isDeep && isPossible).each([seed, seed + 1])(
  `${failuresEach} ends and pauses of servers, and a tenth as many of the store, lose no acknowledged write, and double none (seed %i)`,
  { concurrent: true, timeout: 15 * 60_000 },
  async (seeded) => {
    await using deployment = await Deployment.start(program, 3)
    const clients = new Clients(deployment.url)
    const failures = new Failures(deployment, clients, seeded)

    await wait(1000)
    await failures.mix(failuresEach)
    await wait(6000)
    await clients.end()
    report(clients, failures, deployment)

    expect(await clients.problems()).toEqual([])
    expect(clients.done).toBeGreaterThan(failuresEach * 10)
    for (const kind of ['killed', 'paused', 'ended'])
      expect(percentile(clients.waits.get(kind), 0.5)).toBeLessThan(5000)
  },
)

/** The lines for docs/deploying.md about a run. */
function report(clients: Clients, failures: Failures, deployment: Deployment): void {
  const lines = kinds.map((kind) => {
    const times = clients.waits.get(kind)
    const [middle, most, all] = [0.5, 0.95, 1].map((part) => Math.round(percentile(times, part)))

    return `${kind}: ${failures.counts[kind]}; ${times?.length} sandboxes responded after ${middle} ms in the middle, ${most} ms in 95 of 100, ${all} ms at most`
  })

  console.log(
    [
      `${clients.done} of ${clients.writes.length} writes acknowledged`,
      JSON.stringify(Object.fromEntries(clients.statuses)),
      ...lines,
      JSON.stringify(eventsOf(deployment)),
    ].join('\n'),
  )
}

/** How many lines servers printed of what. */
function eventsOf({ replicas }: Deployment): Record<string, number> {
  const counts: Record<string, number> = {}

  for (const { events } of replicas) {
    for (const [event, count] of events) counts[event] = (counts[event] ?? 0) + count
  }

  return counts
}

/** The percentile of the times. */
function percentile(times: readonly number[] = [], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? 0
}

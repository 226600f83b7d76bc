import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conformance } from '../../conformance.ts'
import { makeCertificate } from '../../../doors/node/certificate.ts'
import { BundledServer, Deployment, Replica } from '../../deployment.ts'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { Sandboxes } from '../../../sandbox/sandboxes.ts'
import { openFetch, observedResponse } from '../../doors.ts'
import { sendOverSocket } from '../../send-over-socket.ts'
import { kitchen } from '../../kitchen-data.ts'
import { freePort, isInstalled, RedisServer } from '../../redis-server.ts'
import { isDeep, seed } from '../../scale.ts'
import { Clients } from './clients.ts'
import { Failures, kinds } from './failures.ts'

// A quick run tests replicas without a proxy (mocks/doors/node/replicas). Without these programs the tests are skipped.
const isPossible = isDeep && isInstalled('redis-server') && isInstalled('haproxy')

/** Failures in each of two deployments at the same time. */
const failureCount = Number(process.env.FAILURES ?? 100)

let server: BundledServer

beforeAll(async () => {
  if (isPossible) server = await BundledServer.build()
})

describe.runIf(isPossible)('two servers and a proxy', () => {
  let deployment: Deployment

  beforeAll(async () => {
    deployment = await Deployment.start(server, 2, ['--allowed-hosts', 'sandbox.test', '--lease', '1'])
  })
  afterAll(() => deployment?.[Symbol.asyncDispose]())

  test.each(conformance)('respond like a single server: $name', async ({ name, requests }) => {
    await using single = openFetch(new Sandboxes(await buildSandbox(kitchen)))
    const sandbox = name.replaceAll(/\W+/g, '-')

    for (const { method, path, headers: ownHeaders = {}, body } of requests) {
      const headers = { 'x-sandbox': sandbox, ...ownHeaders }
      const init = { method, headers, ...(body === undefined ? {} : { body }) }
      const expected = await observedResponse(await single.send(path, init))

      expect(
        await observedResponse(await sendOverSocket(deployment.port, path, init)),
        `${method} ${path}`,
      ).toEqual(expected)
    }
  })

  test('no acknowledged write is lost or duplicated when servers are killed again and again', async () => {
    const clients = new Clients(deployment.url)
    const failures = new Failures(deployment, clients, seed)

    await failures.kill(10)
    await clients.end()
    expect(await clients.problems()).toEqual([])
    expect(clients.acknowledgedCount).toBeGreaterThan(50)
    expect(eventsOf(deployment)).toMatchObject({ acquired: expect.any(Number) as number })
  }, 120_000)
})

test.runIf(isPossible)('a store with a self-signed certificate is reached by TLS', async () => {
  const files = {
    certificate: resolve(server.folder, 'store.pem'),
    key: resolve(server.folder, 'store-key.pem'),
  }
  const { cert, key } = await makeCertificate(['localhost'])
  const port = await freePort()

  await writeFile(files.certificate, cert)
  await writeFile(files.key, key)
  await using _ = await RedisServer.start(
    `--tls-port ${port} --tls-cert-file ${files.certificate} --tls-key-file ${files.key} --tls-ca-cert-file ${files.certificate} --tls-auth-clients no`.split(
      ' ',
    ),
  )
  const env = { NODE_EXTRA_CA_CERTS: files.certificate }
  const replica = new Replica(server, await freePort(), ['--store', `rediss://localhost:${port}`], env)

  await replica.start()

  const response = await fetch(`${replica.url}/api/entities/1001`, { method: 'DELETE' })

  await replica.stop()
  expect(response.status).toBe(204)
})

test.runIf(isPossible).each([seed, seed + 1])(
  `no acknowledged write is lost or duplicated in ${failureCount} failures of servers, and a tenth as many of the store (seed %i)`,
  { concurrent: true, timeout: 15 * 60_000 },
  async (runSeed) => {
    await using deployment = await Deployment.start(server, 3)
    const clients = new Clients(deployment.url)
    const failures = new Failures(deployment, clients, runSeed)

    await wait(1000)
    await failures.mix(failureCount)
    await wait(6000)
    await clients.end()
    report(clients, failures, deployment)

    expect(await clients.problems()).toEqual([])
    expect(clients.acknowledgedCount).toBeGreaterThan(failureCount * 10)
    for (const kind of ['killed', 'paused', 'stopped'])
      expect(percentile(clients.waits.get(kind), 0.5)).toBeLessThan(5000)
  },
)

/** Prints the results of a run, for docs/internals/several-servers.md. */
function report(clients: Clients, failures: Failures, deployment: Deployment): void {
  const lines = kinds.map((kind) => {
    const times = clients.waits.get(kind)
    const [median, p95, maximum] = [0.5, 0.95, 1].map((fraction) => Math.round(percentile(times, fraction)))

    return `${kind}: ${failures.counts[kind]}; ${times?.length} sandboxes responded after ${median} ms (median), ${p95} ms (95th percentile), ${maximum} ms at most`
  })

  console.log(
    [
      `${clients.acknowledgedCount} of ${clients.writes.length} writes acknowledged`,
      JSON.stringify(Object.fromEntries(clients.statuses)),
      ...lines,
      JSON.stringify(eventsOf(deployment)),
    ].join('\n'),
  )
}

/** The number of lines that the servers printed for each event. */
function eventsOf({ replicas }: Deployment): Record<string, number> {
  const counts: Record<string, number> = {}

  for (const { events } of replicas) {
    for (const [event, count] of events) counts[event] = (counts[event] ?? 0) + count
  }

  return counts
}

function percentile(times: readonly number[] = [], fraction: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * fraction) - 1] ?? 0
}

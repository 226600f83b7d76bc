import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { Sandboxes } from '../../../sandbox/sandboxes.ts'
import { randomRequests } from '../../../testing/deep/random-requests.ts'
import { openFetch, observedResponse } from '../../../testing/doors.ts'
import { kitchen } from '../../../testing/kitchen-data.ts'
import { isDeep, seed } from '../../../testing/scale.ts'
import { openReplica, startStore } from '../../../testing/shared-server.ts'

// Skipped if Redis is not installed.
const store = await startStore()

afterAll(() => store?.[Symbol.asyncDispose]())

/** Which replica gets a request, and which one is replaced before it: its sandboxes are then taken over. */
const turn = fc.record({
  to: fc.constantFrom(0, 1),
  replaced: fc.option(fc.constantFrom(0, 1), { freq: 6, nil: undefined }),
})

/** A server that stops loses its counts of requests (docs/sharing.md). */
const countsRequests = /^\/api\/status\/(kpis|jobs)/

describe.runIf(store !== undefined)('the same seed and requests', () => {
  test(`give the same bytes in one process, by Fetch, on replicas and after a takeover (seed ${seed})`, async () => {
    const address = `${store?.url}?prefix=same:`
    const replicas = [await openReplica(address), await openReplica(address)]
    const alone = openFetch(new Sandboxes(await buildSandbox(kitchen)))
    const requests = randomRequests(
      alone.sandbox,
      (path) => !path.startsWith('/__sandbox') && !countsRequests.test(path),
    )
    let runs = 0

    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(requests, turn), { maxLength: 20 }), async (sent) => {
        const sandbox = `run-${++runs}`
        const headers = { 'x-sandbox': sandbox }
        const clock = { mode: 'frozen', at: '2026-06-15T12:00:00.000Z' }
        const freeze = { method: 'PUT', body: JSON.stringify(clock) }
        const json = { 'content-type': 'application/json', ...headers }

        await alone.send('/__sandbox/clock', { ...freeze, headers: json })
        await replicas[0]?.send('/__sandbox/clock', { ...freeze, headers: json })

        for (const [request, { to, replaced }] of sent) {
          const { method, path, search, body } = request
          const target = `${path.replace(/^\/s\/\w+/, '')}?${search}`
          const init = {
            method,
            headers: { ...Object.fromEntries(request.headers()), ...headers },
            ...(body && method !== 'GET' && method !== 'HEAD' ? { body: new Uint8Array(body) } : {}),
          }

          if (replaced !== undefined) {
            await replicas[replaced]?.[Symbol.asyncDispose]()
            replicas[replaced] = await openReplica(address)
          }

          const response = await replicas[to]?.send(target, init)

          expect(response && (await observedResponse(response)), `${method} ${target}`).toEqual(
            await observedResponse(await alone.send(target, init)),
          )
        }
      }),
      { numRuns: isDeep ? 300 : 5, seed },
    )
    for (const replica of replicas) await replica[Symbol.asyncDispose]()
  }, 300_000)
})

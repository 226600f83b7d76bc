import { removeFaults } from '../../sandbox/faults/fault-set.ts'
import { leaveScenario } from '../../sandbox/scenarios/sandbox-scenarios.ts'
import { connect } from 'node:net'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { createService } from '../../local/create-service.ts'
import { AccessPolicy } from '../../service/http/access/access-policy.ts'
import type { ServiceRequest } from '../../service/http/service-request.ts'
import { createStream, type RandomStream } from '../../data/model/shared/random.ts'
import { serve } from '../../doors/node/serve.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'
import { responseOf, serviceRequest } from '../ask-service.ts'
import { contractCheck } from '../contract-check.ts'
import { kitchen } from '../kitchen-data.ts'
import { isDeep, seed } from '../scale.ts'
import { differencesOf, fingerprintsOf } from './fingerprint.ts'
import { randomRequests } from './random-requests.ts'

const requestRuns = isDeep ? 1000 : 3
const foreignRuns = isDeep ? 300 : 3
const damagedCount = isDeep ? 20_000 : 50

/** A machine's clock that jumps forwards and backwards. */
function jumpingClock(stream: RandomStream): () => number {
  let now = Date.UTC(2026, 5, 15)

  return () => {
    now += stream.next() < 0.01 ? stream.between(-400, 400) * 86_400_000 : stream.between(0, 5)

    return now
  }
}

/** A fork of a sandbox, and a sandbox `blue`. */
function openSandboxes(sandbox: Sandbox): Sandboxes {
  const sandboxes = new Sandboxes(sandbox.fork(sandbox.id), { countLimit: 10, idleLimit: Infinity })

  const { keep, release } = sandboxes.acquire('blue')

  keep()
  release()

  return sandboxes
}

test.each([
  ['the kitchen', kitchen],
  ['the built-in data', { entities: 60 }],
])(
  `random requests to %s: responses follow the contract, none is 500, and a rejected one changes nothing (seed ${seed})`,
  { timeout: 1_200_000 },
  async (_, options) => {
    const sandbox = await buildSandbox({
      ...options,
      machineClock: jumpingClock(createStream(seed, 'clock')),
    })
    const check = await contractCheck()

    await fc.assert(
      fc.asyncProperty(
        // So long that requests find what earlier ones have made.
        fc.array(randomRequests(sandbox), { minLength: 1, maxLength: 60, size: 'max' }),
        async (requests) => {
          const sandboxes = openSandboxes(sandbox)
          const service = createService(sandboxes)

          for (const request of requests) {
            const before = fingerprintsOf(sandboxes)
            const started = performance.now()
            const response = await responseOf(service, request)
            const ms = performance.now() - started

            expect(response.status, `${textOf(request)}: ${response.body}`).not.toBe(500)
            expect({
              request: textOf(request),
              status: response.status,
              // Generous, because the machine may be busy; the hangs that this looks for take minutes.
              isSlow: ms > 10_000,
              problems: check.problemsOf(request.method, request.path, response),
              changed: response.status < 400 ? [] : differencesOf(before, fingerprintsOf(sandboxes)),
            }).toMatchObject({ isSlow: false, problems: [], changed: [] })
            removeEffects(sandboxes)
          }
        },
      ),
      { seed, numRuns: requestRuns },
    )
  },
)

/** The same request, as a page of another origin sends it. */
function asForeign(request: ServiceRequest): ServiceRequest {
  const origin = 'https://elsewhere.example'

  return { ...request, header: (name) => (name === 'origin' ? origin : request.header(name)) }
}

test(`random requests of a foreign page change and create nothing, whatever the responses are (seed ${seed})`, async () => {
  const sandbox = await buildSandbox({ ...kitchen, machineClock: () => 0 })
  const policy = new AccessPolicy({ hosts: [], origins: [] })
  let succeeded = 0

  await fc.assert(
    fc.asyncProperty(
      fc.array(randomRequests(sandbox), { minLength: 1, maxLength: 60, size: 'max' }),
      async (requests) => {
        const sandboxes = openSandboxes(sandbox)
        const service = createService(sandboxes)

        for (const request of requests) {
          // Completes the jobs that are due in both, as any request would.
          for (const prefix of ['', '/s/blue'])
            await responseOf(service, serviceRequest('GET', `${prefix}/api`))

          const before = fingerprintsOf(sandboxes)
          const { status } = await responseOf(service, asForeign(request), policy)

          expect(differencesOf(before, fingerprintsOf(sandboxes)), `${textOf(request)}: ${status}`).toEqual(
            [],
          )
          if (status < 400) succeeded += 1

          await responseOf(service, request)
          removeEffects(sandboxes)
        }
      },
    ),
    { seed, numRuns: foreignRuns },
  )
  expect(succeeded).toBeGreaterThan(foreignRuns)
}, 600_000)

/** Removes faults and scenarios: they count requests, which would look like changes, and change responses. */
function removeEffects(sandboxes: Sandboxes): void {
  for (const sandbox of sandboxes.list()) {
    sandbox.change((draft) => {
      removeFaults(draft)
      leaveScenario(draft)
      draft.set({ validation: 'off' })
    })
  }
}

function textOf({ method, path, search, body }: ServiceRequest): string {
  return `${method} ${path}?${search} ${body ? new TextDecoder().decode(body).slice(0, 500) : ''}`
}

const samples = [
  'GET /api/entities/1000 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'PUT /api/entities/1000 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n{"properties":{}}',
  'POST /api/entities HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'POST /api/v2.0/upload/process?upload=x HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 10\r\n\r\n--b\r\n\r\n--b--',
  'GET /__sandbox/journal?path=/api/* HTTP/1.1\r\nHost: localhost\r\nCookie: sandbox=blue\r\nRange: bytes=0-9\r\n\r\n',
  'GET http://localhost/api HTTP/1.0\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n',
]

const insertions = [
  '\0',
  '\r\n',
  '\n',
  ' ',
  '%',
  '%ff',
  ':',
  'é',
  '\ud83d\ude00',
  '1'.repeat(30),
  'a'.repeat(9000),
  '-1',
  ';',
  '"',
  'Host: x\r\n',
]

/** A request such as a broken or hostile program may send. */
function damagedRequest(stream: RandomStream): Buffer {
  if (stream.next() < 0.1) {
    return Buffer.from(Array.from({ length: stream.between(1, 500) }, () => stream.between(0, 255)))
  }

  let text: string = stream.pick(samples)

  for (let times = stream.between(1, 3); times > 0; times--) {
    const position = stream.between(0, text.length)

    text =
      text.slice(0, position) +
      (stream.next() < 0.7 ? stream.pick(insertions) : '') +
      text.slice(position + stream.between(0, 3))
  }

  return Buffer.from(text, stream.next() < 0.5 ? 'utf8' : 'latin1')
}

test(`none of ${damagedCount} damaged requests stops the server, and a rejected request changes nothing (seed ${seed})`, async () => {
  const stream = createStream(seed, 'raw')
  const sandboxes = openSandboxes(await buildSandbox({ entities: 60, machineClock: jumpingClock(stream) }))
  const service = createService(sandboxes)
  const handled = vi.spyOn(service, 'handle')

  await using server = await serve(service)

  const problems: string[] = []
  const report = vi.spyOn(console, 'error').mockImplementation((text) => void problems.push(String(text)))

  for (let number = 0; number < damagedCount && problems.length < 5; number++) {
    const request = damagedRequest(stream)
    const before = fingerprintsOf(sandboxes)
    handled.mockClear()

    const statuses = statusesIn(await exchange(server.port, request))
    // Node rejects bytes after a complete request at once, before the response to that request, which may succeed.
    const replies = await Promise.all(handled.mock.results.map(({ value }) => value))
    const hasSucceeded = replies.some(({ status }) => status < 400)
    const isRejected = statuses.every((status) => status >= 400) && !hasSucceeded

    const changed = isRejected ? differencesOf(before, fingerprintsOf(sandboxes)) : []

    if (changed.length > 0) {
      problems.push(`${number}: returns ${statuses.join()}, changes ${changed.join()}: ${request.toString()}`)
    }
    if (statuses.includes(500)) problems.push(`${number}: returns 500: ${request.toString()}`)
  }

  report.mockRestore()

  expect(problems).toEqual([])
  expect((await fetch(`${server.url}/api/entities/1000`)).status).toBe(200)
}, 2_400_000)

/** Sends bytes and returns everything received until either side closes the connection. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.end(bytes))
    let response = ''

    socket.setEncoding('latin1')
    socket.on('data', (part: string) => (response += part))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(response))
    // The response is an endless stream, or the server waits for the rest of a body.
    socket.setTimeout(200, () => socket.destroy())
  })
}

function statusesIn(response: string): number[] {
  return [...response.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

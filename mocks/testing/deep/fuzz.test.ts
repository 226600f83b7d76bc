import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { createSandbox } from '../../create-sandbox.ts'
import { createService } from '../../create-service.ts'
import { isStream } from '../../http/replies/reply.ts'
import type { ServiceRequest } from '../../http/request.ts'
import { createStream, type RandomStream } from '../../model/shared/random-stream.ts'
import { listen } from '../../node/listen.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'
import { isDeep, seed } from '../scale.ts'
import { differencesOf, fingerprintsOf } from './fingerprint.ts'
import { MadeUpRequests } from './requests.ts'

const structured = isDeep ? 100_000 : 600
const raw = isDeep ? 20_000 : 150
/** After so many the sandbox begins again, so that it stays of a size. */
const period = 300

/** A machine's clock that jumps, forth and back. */
function jumpingClock(stream: RandomStream): () => number {
  let now = Date.UTC(2026, 5, 15)

  return () => {
    now += stream.chance(0.01) ? stream.between(-400, 400) * 86_400_000 : stream.between(0, 5)

    return now
  }
}

async function open(stream: RandomStream) {
  const sandbox = await createSandbox({ entities: 60, machineClock: jumpingClock(stream) })

  return (): Sandboxes => {
    const sandboxes = new Sandboxes(sandbox.fork(sandbox.id), { countLimit: 10, idleLimit: Infinity })

    sandboxes.acquire('blue').release()

    return sandboxes
  }
}

test(`of ${structured} requests made up from the declarations none fails, and a rejected one changes nothing (seed ${seed})`, async () => {
  const stream = createStream(seed, 'structured')
  const begin = await open(stream)
  let sandboxes = begin()
  let service = createService(sandboxes)
  const requests = new MadeUpRequests(service.routes, stream)
  const problems: string[] = []
  const report = vi.spyOn(console, 'error').mockImplementation((text) => void problems.push(String(text)))

  for (let number = 0; number < structured && problems.length < 5; number++) {
    if (number % period === 0) {
      sandboxes = begin()
      service = createService(sandboxes)
    }

    const request = requests.next()
    const before = fingerprintsOf(sandboxes)
    const started = performance.now()
    const reply = await service.handle(request)
    const ms = performance.now() - started

    // Generous: a machine may be busy. What this looks for takes minutes.
    if (ms > 10_000) problems.push(`${number}: takes ${ms} ms: ${requestText(request)}`)
    if (isStream(reply.body)) await reply.body[Symbol.asyncIterator]().return?.()
    const changed = reply.status < 400 ? [] : differencesOf(before, fingerprintsOf(sandboxes))

    if (changed.length > 0) {
      problems.push(`${number}: returns ${reply.status}, changes ${changed.join()}: ${requestText(request)}`)
    }
    await calm(sandboxes)
  }

  report.mockRestore()

  expect(problems).toEqual([])
}, 2_400_000)

/** Faults and scenarios count what they see, which is no change that a request makes. */
async function calm(sandboxes: Sandboxes): Promise<void> {
  for (const { sandbox } of sandboxes.list()) {
    if (!sandbox.faults.isEmpty) sandbox.faults.clear()
    if (sandbox.scenarios.current)
      await sandbox.transact((transaction) => sandbox.scenarios.leave(transaction))
    sandbox.runtimeSettings.validation = 'off'
  }
}

function requestText({ method, path, search, body }: ServiceRequest): string {
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

const pieces = [
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

/** A request as it may come from a broken or a hostile program. */
function damaged(stream: RandomStream): Buffer {
  if (stream.chance(0.1)) {
    return Buffer.from(Array.from({ length: stream.between(1, 500) }, () => stream.between(0, 255)))
  }

  let text: string = stream.pick(samples)

  for (let times = stream.between(1, 3); times > 0; times--) {
    const at = stream.between(0, text.length)

    text =
      text.slice(0, at) +
      (stream.chance(0.7) ? stream.pick(pieces) : '') +
      text.slice(at + stream.between(0, 3))
  }

  return Buffer.from(text, stream.chance(0.5) ? 'utf8' : 'latin1')
}

test(`of ${raw} damaged requests none ends the server, and a rejected one changes nothing (seed ${seed})`, async () => {
  const stream = createStream(seed, 'raw')
  const sandboxes = (await open(stream))()

  await using server = await listen(sandboxes)

  const problems: string[] = []
  const report = vi.spyOn(console, 'error').mockImplementation((text) => void problems.push(String(text)))

  for (let number = 0; number < raw && problems.length < 5; number++) {
    const request = damaged(stream)
    const before = fingerprintsOf(sandboxes)
    for (const { sandbox } of sandboxes.list()) sandbox.journal.clear()

    const statuses = statusesIn(await exchange(server.port, request))
    // Bytes after a whole request may be rejected separately, before the response to that one.
    const isRefused = statuses.every((status) => status >= 400) && !hasTaken(sandboxes)

    const changed = isRefused ? differencesOf(before, fingerprintsOf(sandboxes)) : []

    if (changed.length > 0) {
      problems.push(`${number}: returns ${statuses.join()}, changes ${changed.join()}: ${request.toString()}`)
    }
    if (statuses.includes(500)) problems.push(`${number}: returns 500: ${request.toString()}`)
  }

  report.mockRestore()

  expect(problems).toEqual([])
  expect((await fetch(`${server.url}/api/entities/1000`)).status).toBe(200)
}, 2_400_000)

/** Whether a request was done, in any sandbox. */
function hasTaken(sandboxes: Sandboxes): boolean {
  return sandboxes
    .list()
    .flatMap(({ sandbox }) => sandbox.journal.entries())
    .some(({ status }) => status < 400)
}

/** All that comes back before the connection ends, by whoever. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.end(bytes))
    let response = ''

    socket.setEncoding('latin1')
    socket.on('data', (part: string) => (response += part))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(response))
    // A stream, or a body that never comes.
    socket.setTimeout(200, () => socket.destroy())
  })
}

function statusesIn(response: string): number[] {
  return [...response.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

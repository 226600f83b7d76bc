import { addFaults, faultsIn } from '../../sandbox/faults/fault-set.ts'
import type { FaultRule } from '../../sandbox/faults/fault-rule.ts'
import { withSnapshot } from '../../sandbox/state/sandbox-state.ts'
import { once } from 'node:events'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'
import { createHandlers } from '../msw/index.ts'
import { listen } from './index.ts'

async function open(options: ConstructorParameters<typeof Sandboxes>[1] = {}) {
  const sandboxes = new Sandboxes(await buildSandbox({ entities: 20 }), options)
  const server = await listen(sandboxes)

  return { sandboxes, server, [Symbol.asyncDispose]: () => server.close() }
}

/** Everything that a stream sends until its end. */
const readAll = async (url: string) => (await fetch(url, { headers: { accept: 'text/event-stream' } })).text()

test('when a sandbox is deleted, its streams end and its journal is cleared', async () => {
  await using opened = await open()
  const { sandboxes, server } = opened
  const streams = ['events', 'journal'].map((name) => readAll(`${server.url}/s/blue/__sandbox/${name}`))

  await fetch(`${server.url}/s/blue/api/entities/6`)
  await vi.waitFor(() => expect(sandboxes.get('blue').uses.areInProgress).toBe(true))

  const sandbox = sandboxes.get('blue')

  await fetch(`${server.url}/__sandbox/sandboxes/blue`, { method: 'DELETE' })

  expect(await Promise.all(streams)).toHaveLength(2)
  expect(sandbox.journal.entries()).toEqual([])
})

test('a server that closes ends streams and responds to requests in progress, within a time limit', async () => {
  await using opened = await open()
  const { sandboxes, server } = opened

  sandboxes.default.change((draft) =>
    addFaults(draft, [
      { match: { path: '/api/entities/6' }, effect: { kind: 'latency', ms: 200 } },
      { match: { path: '/api/status' }, effect: { kind: 'never' } },
    ]),
  )

  const stream = readAll(`${server.url}/__sandbox/events`)
  const late = fetch(`${server.url}/api/entities/6`)
  const never = fetch(`${server.url}/api/status`).catch(() => 'cut')

  await vi.waitFor(() => expect(sandboxes.default.journal.last).toBe(1))

  const started = performance.now()

  await server.close()

  expect((await late).status).toBe(200)
  expect(await never).toBe('cut')
  expect(await stream).toContain('retry')
  expect(performance.now() - started).toBeLessThan(2000)

  await using again = await listen(sandboxes)

  expect((await fetch(`${again.url}/api/entities/6`)).status).toBe(200)
})

test('a request delayed by a fault releases the sandbox when its client disconnects', async () => {
  await using opened = await open()
  const { sandboxes, server } = opened
  const blue = await sandboxes.create('blue')
  const client = new AbortController()

  blue.change((draft) => addFaults(draft, [{ effect: { kind: 'latency', ms: 600_000 } }]))

  const outcome = fetch(`${server.url}/s/blue/api/entities/6`, { signal: client.signal }).catch(
    () => 'aborted',
  )

  await vi.waitFor(() => expect(sandboxes.get('blue').uses.areInProgress).toBe(true))
  client.abort()

  expect(await outcome).toBe('aborted')
  await vi.waitFor(() => expect(sandboxes.get('blue').uses.areInProgress).toBe(false))
})

test.each([
  ['HTTP', getHttp, false],
  ['HTTPS', getHttps, true],
])('a server that closes sends the rest of a large response over %s', async (_, get, https) => {
  const definitions = [
    { name: 'Note', member_groups: [{ name: 'Main', members: [{ type: 'String' as const, name: 'Text' }] }] },
  ]
  const note = { definition: 'Note', id: 5000, properties: { Text: 'x'.repeat(20_000_000) } }
  const server = await listen(await buildSandbox({ data: { definitions, entities: [note] } }), { https })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.url}/api/entities/5000`, { rejectUnauthorized: false }, resolve).on('error', reject)
  })
  const closed = server.close()

  await setTimeout(100)
  expect((await text(response)).length).toBe(Number(response.headers['content-length']))
  await closed
})

test('a stream whose client disconnects before it begins releases its sandbox', async () => {
  const sandboxes = new Sandboxes(await buildSandbox({ entities: 20 }))
  const client = new AbortController()
  const disconnected = once(client.signal, 'abort')
  const slow = http.all('*', async () => {
    await disconnected
    await setTimeout(100)
  })
  await using server = await listen([slow, ...createHandlers(sandboxes)])
  const stream = fetch(`${server.url}/s/blue/__sandbox/events`, { signal: client.signal })

  await setTimeout(200)
  client.abort()
  await expect(stream).rejects.toThrow('aborted')
  await vi.waitFor(() => expect(sandboxes.get('blue').uses.areInProgress).toBe(false))
})

test('the numbers of faults and snapshots of a sandbox are limited', async () => {
  const sandbox = await buildSandbox({ entities: 20 })
  const rules = Array.from({ length: 1000 }, () => ({ effect: { kind: 'pass' } as const }))

  const add = (added: FaultRule[]) => sandbox.change((draft) => addFaults(draft, added))
  const take = (name: string) =>
    sandbox.change((draft) => (draft.checkpoints = withSnapshot(draft.checkpoints, name, draft.checkpoint())))

  add(rules)
  for (let number = 0; number < 200; number++) take(`s${number}`)

  expect(() => add([{ effect: { kind: 'pass' } }])).toThrow('1000 faults at most')
  expect(faultsIn(sandbox.state)).toHaveLength(1000)
  expect(() => take('more')).toThrow('200 snapshots at most')
  expect(take('s7').snapshots.size).toBe(200)
})

test('requests behind a stream on one connection wait in the socket', async () => {
  await using opened = await open()
  const { server } = opened
  const socket = connect(server.port, '127.0.0.1')
  const request = `GET /s/blue/api/status HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(10_000)}\r\n\r\n`
  let received = ''

  socket.on('data', (data) => (received += data.toString()))
  socket.write('GET /s/blue/__sandbox/events HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await vi.waitFor(() => expect(received).toContain('retry'))
  for (let sent = 0; sent < 10; sent++) socket.write(request.repeat(250))
  await setTimeout(1000)

  // The system's buffers take some of the 25 MB.
  expect(socket.writableLength).toBeGreaterThan(5_000_000)
  socket.destroy()
})

test('a hundred pipelined requests are answered in order', async () => {
  await using opened = await open()
  const socket = connect(opened.server.port, '127.0.0.1')
  const paths = Array.from({ length: 100 }, (_, index) => `/api/nowhere-${index}`)
  const post = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000\r\n\r\n${'x'.repeat(20_000)}`
  let received = ''

  socket.on('data', (data) => (received += data.toString()))
  socket.write(paths.map(post).join(''))
  await vi.waitFor(() => expect(received.match(/HTTP\/1\.1 404/g)).toHaveLength(100), 10_000)

  const answered = opened.sandboxes.default.journal.entries().map(({ path }) => path)

  expect(answered).toEqual(paths)
  socket.destroy()
})

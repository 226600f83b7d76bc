import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withoutBody } from '../../../service/http/fetch-objects.ts'
import type { ServiceRequest } from '../../../service/http/service-request.ts'
import { noContent, type Reply } from '../../../service/http/replies/reply.ts'
import { packRequest, shareBackend, type Backend } from './shared-backend.ts'

const opened: Backend[] = []

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('navigator', { locks: exclusiveLocks() })
})

afterEach(() => {
  for (const tab of opened.splice(0)) tab.close()
  vi.unstubAllGlobals()
})

test('a tab that opens has pending requests of other tabs handled once, and their streams go on', async () => {
  const handled: string[] = []
  let respond = (_: Reply) => {}
  const open = tabOpener(({ path }) => {
    handled.push(path)
    if (path === '/stream') return { status: 200, headers: {}, body: endless() }

    return new Promise((resolve) => (respond = resolve))
  })

  await open()
  const second = await open()
  const parts = partsOf(await second.handle(get('/stream')))

  expect(await parts.next()).toMatchObject({ value: 'first' })

  const pending = second.handle(get('/slow'))
  const next = parts.next()

  await vi.waitFor(() => expect(handled).toEqual(['/stream', '/slow']))
  await open()
  respond(noContent())

  expect(await pending).toMatchObject({ status: 204 })
  expect(await Promise.race([next, Promise.resolve('still open')])).toBe('still open')
  expect(handled).toEqual(['/stream', '/slow'])
})

test('a stream that fails in the leading tab fails in the tab that reads it', async () => {
  const open = tabOpener(() => ({ status: 200, headers: {}, body: failing() }))

  await open()

  const parts = partsOf(await (await open()).handle(get('/cut')))

  expect(await parts.next()).toMatchObject({ value: 'first' })
  await expect(parts.next()).rejects.toThrow('cut')
})

test('a request without a response delays no other requests when another tab becomes the leader', async () => {
  let isFirst = true
  const open = tabOpener(({ path }) => {
    if (isFirst || path === '/never') return new Promise(() => {})

    return noContent()
  })
  const leader = await open()
  const second = await open()

  void second.handle(get('/never'))
  const pending = second.handle(get('/other'))

  isFirst = false
  leader.close()

  expect(await pending).toMatchObject({ status: 204 })
})

test('a request that fails in the leading tab is an error in the tab that sent it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const open = tabOpener(() => Promise.reject(new Error('unexpected')))

  await open()

  expect(await (await open()).handle(get('/failing'))).toMatchObject({ status: 500 })
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})

test('a request that a tab sends again to a new leader is handled once', async () => {
  const handle = vi.fn<() => Reply>(() => noContent())

  await tabOpener(handle)()
  using channel = channelOf('shared')
  const request = { kind: 'request', id: 'one', request: packRequest(get('/write')) }

  channel.send(request)
  channel.send(request)
  await channel.received('reply')
  await channel.ping()

  expect(handle).toHaveBeenCalledOnce()
})

/** A channel of the tabs, on which a test sends messages itself. */
function channelOf(name: string) {
  const channel = new BroadcastChannel(name)
  const received = (kind: string) =>
    new Promise<void>((resolve) =>
      channel.addEventListener('message', ({ data }: MessageEvent<{ kind: string }>) => {
        if (data.kind === kind) resolve()
      }),
    )
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  const send = (message: object) => channel.postMessage(message)

  return {
    send,
    received,
    /** Resolves once the leader has handled all earlier messages. */
    async ping() {
      const pong = received('leader exists')

      send({ kind: 'find leader' })
      await pong
    },
    [Symbol.dispose]: () => channel.close(),
  }
}

function tabOpener(handle: (request: ServiceRequest) => Reply | Promise<Reply>) {
  return async () => {
    const tab = await shareBackend('shared', async () => ({ handle, close() {} }))

    opened.push(tab)

    return tab
  }
}

function get(path: string): ServiceRequest {
  return withoutBody(new Request(`http://localhost${path}`))
}

function partsOf({ body }: Reply) {
  return (body as AsyncIterable<string>)[Symbol.asyncIterator]() // each of these replies has a stream
}

async function* endless() {
  yield 'first'
  await new Promise(() => {})
}

async function* failing() {
  yield 'first'
  throw new Error('A fault of the sandbox cut the connection.')
}

/** Locks as browsers have them, of one name. */
function exclusiveLocks() {
  let last: Promise<unknown> = Promise.resolve()

  return {
    request(_: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) {
      const held = last.then(() => {
        signal.throwIfAborted()

        return hold()
      })

      last = held.catch(() => undefined)

      return held
    },
  }
}

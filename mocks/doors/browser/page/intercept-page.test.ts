import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Reply } from '../../../service/http/replies/reply.ts'
import { PageHandlers } from '../page-handlers.ts'
import { ServiceAddress } from '../service-address.ts'
import { interceptEventSource } from './intercept-page.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { baseURI: 'http://localhost/' })
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('EventSource', class extends EventTarget {})
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an EventSource connects again after a fault has cut the connection', async () => {
  const handle = vi.fn<() => Reply>(() => ({ status: 0, headers: {}, body: null, failure: 'cut' }))
  const handlers = new PageHandlers(new ServiceAddress('http://localhost'), handle)

  interceptEventSource(() => handlers)
  const source = new EventSource('/__sandbox/events')

  await vi.advanceTimersByTimeAsync(6500)

  expect(source.readyState).toBe(0)
  expect(handle).toHaveBeenCalledTimes(3)
  source.close()
})

test('an EventSource waits while a fault leaves its request without a response', async () => {
  const handle = vi.fn<() => Reply>(() => ({ status: 0, headers: {}, body: null, failure: 'never' }))
  const handlers = new PageHandlers(new ServiceAddress('http://localhost'), handle)

  interceptEventSource(() => handlers)
  const source = new EventSource('/__sandbox/events')
  const onError = vi.fn<() => void>()

  source.addEventListener('error', onError)
  await vi.advanceTimersByTimeAsync(2500)

  expect(source.readyState).toBe(0)
  expect(onError).not.toHaveBeenCalled()
  source.close()
})

test('an event keeps line separators that end no line of a stream', async () => {
  const body = (async function* () {
    yield 'id: 7\nevent: change\ndata: {"title":"Leek\u2028soup"}\n\n'
  })()
  const headers = { 'Content-Type': 'text/event-stream' }
  const handlers = new PageHandlers(new ServiceAddress('http://localhost'), () => ({
    status: 200,
    headers,
    body,
  }))

  interceptEventSource(() => handlers)

  const source = new EventSource('/__sandbox/events')
  const onChange = vi.fn<(event: Event) => void>()

  source.addEventListener('change', onChange)
  await vi.advanceTimersByTimeAsync(100)

  expect(onChange.mock.lastCall?.[0]).toMatchObject({ lastEventId: '7', data: '{"title":"Leek\u2028soup"}' })
  source.close()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Reply } from '../../../service/http/replies/reply.ts'
import { ServiceAddress } from '../service-address.ts'
import { interceptEventSource } from './event-source.ts'

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
  const restore = interceptEventSource(new ServiceAddress('http://localhost'), handle)
  const source = new EventSource('/__sandbox/events')

  await vi.advanceTimersByTimeAsync(2500)

  expect(source.readyState).toBe(0)
  expect(handle).toHaveBeenCalledTimes(3)
  source.close()
  restore()
})

test('an EventSource waits while a fault leaves its request without a response', async () => {
  const handle = vi.fn<() => Reply>(() => ({ status: 0, headers: {}, body: null, failure: 'never' }))
  const restore = interceptEventSource(new ServiceAddress('http://localhost'), handle)
  const source = new EventSource('/__sandbox/events')
  const onError = vi.fn<() => void>()

  source.addEventListener('error', onError)
  await vi.advanceTimersByTimeAsync(2500)

  expect(source.readyState).toBe(0)
  expect(onError).not.toHaveBeenCalled()
  source.close()
  restore()
})

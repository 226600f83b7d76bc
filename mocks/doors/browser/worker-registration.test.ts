import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWorker, type WorkerOptions } from './worker.ts'
import { enterWorker } from './worker-registration.ts'

vi.mock(import('./worker.ts'))

const workerUrl = new URL('http://localhost/mockServiceWorker.js')
const options = { workerUrl } as WorkerOptions // the worker, which is not real, would use the rest

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('origin', workerUrl.origin)
  vi.stubGlobal('window', { isSecureContext: true })
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('sessionStorage', { removeItem: () => undefined })
  vi.stubGlobal('navigator', { serviceWorker: { controller: null, getRegistrations: async () => [] } })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a worker that answers in time is used; one that answers later is stopped, and not asked again in this page', async () => {
  const stop = vi.fn<() => void>()

  vi.mocked(startWorker).mockResolvedValueOnce(stop)
  expect(await enterWorker(options)).toBe(stop)

  vi.mocked(startWorker).mockReturnValue(new Promise((resolve) => setTimeout(() => resolve(stop), 9000)))
  for (const starts of [2, 2]) {
    const entering = enterWorker(options)

    await vi.advanceTimersByTimeAsync(8000)
    expect(await entering).toMatch(/mockServiceWorker.js can't be used \(it has not answered in 8 seconds\)/)
    expect(startWorker).toHaveBeenCalledTimes(starts)
  }
  await vi.advanceTimersByTimeAsync(9000)
  expect(stop).toHaveBeenCalledOnce()
})

import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageHandlers } from '../page-handlers.ts'
import { ServiceAddress } from '../service-address.ts'
import { interceptFetch } from './fetch.ts'

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'http://localhost/' })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a request that is aborted already is not handled, with handlers and without', async () => {
  const handle = vi.fn<() => never>()
  const respond = vi.fn<() => Response>(() => HttpResponse.json({}))

  for (const handlers of [new PageHandlers(), new PageHandlers([http.get('*/api/status', respond)])]) {
    const restore = interceptFetch(new ServiceAddress('http://localhost'), handle, handlers)
    const signal = AbortSignal.abort(new Error('No longer needed.'))

    await expect(fetch('http://localhost/api/status', { signal })).rejects.toThrow('No longer needed.')
    restore()
  }

  expect(handle).not.toHaveBeenCalled()
  expect(respond).not.toHaveBeenCalled()
})

test('`signal: null` detaches a request from its signal', async () => {
  const restore = interceptFetch(
    new ServiceAddress('http://localhost'),
    () => ({ status: 204, headers: {}, body: null }),
    new PageHandlers(),
  )
  const request = new Request('http://localhost/api/status', { signal: AbortSignal.abort() })

  await expect(fetch(request, { signal: null })).resolves.toMatchObject({ status: 204 })
  restore()
})

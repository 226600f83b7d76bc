import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { PageHandlers } from './page-handlers.ts'
import { ServiceAddress } from './service-address.ts'
import { noContent } from '../../service/http/replies/reply.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('after the handlers of a page were edited, none of the earlier ones is left, also after a reset', () => {
  vi.stubGlobal('document', { baseURI: 'http://localhost/' })
  vi.stubGlobal('location', new URL('http://localhost/'))

  const elsewhere = new URL('https://elsewhere.example/news')
  const handler = http.get('/api/news', () => HttpResponse.json([]))
  const handlers = new PageHandlers(new ServiceAddress('http://localhost'), () => noContent(), [handler])

  handlers.replace([])
  expect(handlers.concerns(elsewhere)).toBe(false)

  handlers.use(handler)
  handlers.reset()
  expect(handlers.concerns(elsewhere)).toBe(false)
})

import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { PageHandlers, pageRequest } from './page-handlers.ts'
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

const accept = 'application/json'
const cookie = 'sandbox=blue'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['GET', 'http://localhost', { accept, cookie }],
  ['POST', 'http://localhost', { accept, cookie, origin: 'http://localhost' }],
  ['GET', 'https://api.example', { accept, origin: 'http://localhost' }],
])('a %s request of a page to %s has the headers that a server would get', (method, baseUrl, headers) => {
  expect(headersOf(method, baseUrl)).toEqual(headers)
})

test('in a sandboxed frame, no cookies are read', () => {
  vi.stubGlobal('origin', 'null')

  expect(headersOf('GET', 'http://localhost')).toEqual({ accept })
})

/** The headers of a request that a handler sends with msw's `bypass()`. */
function headersOf(method: string, baseUrl: string): object {
  vi.stubGlobal('document', { baseURI: 'http://localhost/', cookie })
  vi.stubGlobal('location', new URL('http://localhost/'))

  const headers = { Accept: `${accept}, msw/passthrough` }
  const request = new Request(`${baseUrl}/api/status`, { method, headers })

  return Object.fromEntries(pageRequest(request, new ServiceAddress(baseUrl))?.headers() ?? [])
}

import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { PageHandlers } from './page-handlers.ts'

test('after the handlers of a page were edited, none of the earlier ones is left, also after a reset', () => {
  const handler = http.get('/api/news', () => HttpResponse.json([]))
  const handlers = new PageHandlers([handler])

  handlers.replace([])
  expect(handlers.isIdle).toBe(true)

  handlers.use(handler)
  handlers.reset()
  expect(handlers.isIdle).toBe(true)
})

import type { BrowserContext, Request, Route } from '@playwright/test'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { RemoteConnection } from '../../client/remote-connection.ts'
import { LocalConnection } from '../../local/local-connection.ts'
import { ownHandlers } from '../../service/http/msw/handler-list.ts'
import { kitchenSandbox } from '../../testing/kitchen.ts'
import { apiPattern, routeToSandbox, routeToServer } from './page-routes.ts'

type Listener = (route: Route, request: Request) => Promise<void>

test("a page gets the events of a handler's endless stream", async () => {
  const connection = new LocalConnection(await kitchenSandbox(), 'http://localhost')
  const { context, listeners } = contextWithRoutes()
  const fulfill = vi.fn<Route['fulfill']>()
  const events = new ReadableStream({ start: (controller) => controller.enqueue('data: soup\n\n') })
  const response = new HttpResponse(events.pipeThrough(new TextEncoderStream()), {
    headers: { 'Content-Type': 'text/event-stream' },
  })

  connection.use([http.get('/api/news', () => response)])
  await routeToSandbox(context, apiPattern(undefined), ownHandlers(connection.service))
  await listeners[0]?.({ fulfill } as Partial<Route> as Route, getRequest('http://localhost/api/news'))

  expect(String(fulfill.mock.lastCall?.[0]?.body)).toBe('data: soup\n\nretry: 20\n\n')
})

test('handlers are not routed for a context that was closed', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ name: 'entity-sandbox', sandbox: 'default', seed: 1 }))
  const connection = await RemoteConnection.open('http://127.0.0.1:4010')
  const [open, closed] = [contextWithRoutes(), contextWithRoutes()]

  vi.unstubAllGlobals()
  for (const { context } of [open, closed]) await routeToServer(context, /./, connection, true)
  closed.close()
  connection.use([http.get('/api/news', () => HttpResponse.error())])

  expect(open.listeners).toHaveLength(1)
  expect(closed.listeners).toEqual([])
})

function contextWithRoutes() {
  const listeners: Listener[] = []
  let close = () => {}
  const context = {
    route: async (_: unknown, listener: Listener) => void listeners.push(listener),
    once: (_: unknown, listener: () => void) => void (close = listener),
  } as unknown as BrowserContext // all that is used of it

  return { context, listeners, close: () => close() }
}

function getRequest(url: string): Request {
  return {
    url: () => url,
    method: () => 'GET',
    headers: () => ({}),
    postDataBuffer: () => null,
  } as Partial<Request> as Request // all that is used of it
}

import { expect, test } from 'vitest'
import { withoutBody } from './http/msw/fetch-objects.ts'
import { buildSandbox } from './build-sandbox.ts'
import { createService } from './create-service.ts'
import { handleLazily, firstRoutes } from './first-routes.ts'
import { Sandboxes } from './sandbox/sandboxes.ts'
import { FirstRouter } from './http/routing/first-router.ts'
import { bytesOf } from './model/shared/bytes.ts'
import type { Reply } from './http/replies/reply.ts'
import type { ServiceRequest } from './http/request.ts'

const first = new FirstRouter(firstRoutes)

test('first routes: what their router finds, the router of all routes finds too', async () => {
  const service = createService(await buildSandbox({ entities: 0 }))
  const segments = ['1', 'identifier', 'query', 'a.b', 'a%20b', '-1', 'A']
  const paths = service.routes.flatMap(({ path }) =>
    segments.flatMap((text) => [
      path.replaceAll(/:\w+[?*+]?/g, text),
      path.replaceAll(/:\w+[?*+]?/g, text).toUpperCase(),
    ]),
  )
  let found = 0

  for (const path of new Set([...paths, '/', '/api/entities', '/api/entities/', '/api/entities/1/'])) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const match = first.find(method, path)

      if (!match) continue
      found++
      expect(match.route, `${method} ${path}`).toBe(service.routeFor(method, path))
    }
  }

  expect(found).toBeGreaterThan(20)
})

test('first routes: the same bytes before the others are loaded and after', async () => {
  const handle = handleLazily(new Sandboxes(await buildSandbox()))
  const paths = [
    '/api/entities/1000',
    '/api/entities/identifier/User.admin',
    '/api/entities/5000000',
    '/__sandbox',
  ]
  const before = await Promise.all(paths.map(async (path) => handle(requestOf('GET', path))))

  await handle(requestOf('GET', '/api/status'))
  const after = await Promise.all(paths.map(async (path) => handle(requestOf('GET', path))))

  expect(before.map(({ status }) => status)).toEqual([200, 200, 404, 200])
  expect(before.slice(0, 3).map(shown)).toEqual(after.slice(0, 3).map(shown))
})

test('first routes: requests that arrive while the others are loaded are handled in order', async () => {
  const sandbox = await buildSandbox()
  const handle = handleLazily(new Sandboxes(sandbox))
  const paths = ['/api/status', '/api/entities/1000', '/api/notifications', '/api/entities/1001']

  await Promise.all(paths.map(async (path) => handle(requestOf('GET', path))))

  expect([...sandbox.journal.entries()].map(({ path }) => path)).toEqual(paths)
})

function shown({ status, headers, body }: Reply): unknown {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) throw new Error('The reply has no text.')

  return { status, headers, text: new TextDecoder().decode(bytesOf(body)) }
}

function requestOf(method: string, path: string): ServiceRequest {
  return withoutBody(new Request(`http://localhost${path}`, { method }))
}

import type { RequestHandler } from 'msw'
import { routes as apiRoutes } from './api/routes.ts'
import { controlRoutes } from './control/routes.ts'
import { handlersOf } from './http/handlers.ts'
import { Service } from './http/service.ts'
import { Sandboxes } from './sandbox/sandboxes.ts'
import type { Sandbox } from './sandbox/sandbox.ts'

const routes = [...apiRoutes, ...controlRoutes]

/**
 * The whole interface over one sandbox, as ordinary msw handlers: for `setupServer`, `setupWorker`,
 * `@msw/playwright`, or `listen()`.
 *
 * @example
 * const sandbox = await createSandbox({ seed: 7 })
 * const server = setupServer(...createHandlers(sandbox))
 */
export function createHandlers(sandbox: Sandbox): RequestHandler[] {
  return handlersOf(new Service(new Sandboxes(sandbox), routes), routes)
}

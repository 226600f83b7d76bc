import { routes as apiRoutes } from './api/routes.ts'
import { controlRoutes } from './control/routes.ts'
import { Service } from './http/service.ts'
import { Sandboxes } from './sandbox/sandboxes.ts'
import type { Sandbox } from './sandbox/sandbox.ts'

const routes = [...apiRoutes, ...controlRoutes]

/** The whole interface over one sandbox, for doors that take it without msw. */
export function createService(sandbox: Sandbox): Service {
  return new Service(new Sandboxes(sandbox), routes)
}

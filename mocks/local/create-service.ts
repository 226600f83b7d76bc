import { apiRoutes } from '../service/api/api-routes.ts'
import { contract } from '../service/control/contract/contract.ts'
import { controlRoutes } from '../service/control/control-routes.ts'
import { platformRoutes } from '../service/platform/platform-routes.ts'
import type { Route } from '../service/http/declare-route.ts'
import { Router } from '../service/http/routing/router.ts'
import { Service } from '../service/http/service.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { upstreamRoutes } from '../service/upstream/upstream-routes.ts'
import type { Upstream } from '../sandbox/passthrough.ts'
import type { Target } from '../service/upstream/target.ts'
import { Sandboxes, type SandboxesOptions } from '../sandbox/sandboxes.ts'

export const routes: readonly Route[] = [
  ...apiRoutes,
  ...platformRoutes,
  ...controlRoutes(() => routes),
  ...upstreamRoutes,
  contract(() => routes),
]

/** Shared by all services, because creating it takes longer than the rest of a sandbox. */
export const router = new Router(routes)

/** The service with all routes, for one sandbox and others that requests may name. */
export function createService(sandbox: Sandbox | Sandboxes, options?: SandboxesOptions): Service {
  const sandboxes = sandbox instanceof Sandboxes ? sandbox : new Sandboxes(sandbox, options)
  const { target: url, targetToken: token } = sandboxes.default.settings

  sandboxes.upstream ??= sandboxes.default.settings.recording
  if (url !== undefined) sandboxes.upstream ??= targetAt(url, token)

  return new Service(sandboxes, router)
}

/** A target; how to ask it is loaded with the first request, as few pages have one. */
function targetAt(url: string, token: string | undefined): Upstream {
  let target: Promise<Target> | undefined

  return {
    name: url.replace(/(?<!\/)\/+$/, ''),
    ask: async (...asked) => {
      target ??= import('../service/upstream/target.ts').then(({ Target }) => new Target({ url, token }))

      return (await target).ask(...asked)
    },
  }
}

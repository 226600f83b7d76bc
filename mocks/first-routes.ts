import { entityReads } from './api/entities/entity-reads.ts'
import { overview } from './control/overview.ts'
import type { Route } from './http/declaration/route.ts'
import type { ServiceRequest } from './http/request.ts'
import type { Reply } from './http/replies/reply.ts'
import { FirstRouter } from './http/routing/first-router.ts'
import { Service } from './http/service.ts'
import type { Sandboxes } from './sandbox/sandboxes.ts'

/** The routes that a page usually requests first. They respond before the others are loaded. */
export const firstRoutes: readonly Route[] = [...entityReads, ...overview]

/**
 * Handles requests like the whole service, which is loaded by the first request for a route that is not among the first
 * ones.
 */
export function handleLazily(sandboxes: Sandboxes): (request: ServiceRequest) => Reply | Promise<Reply> {
  const router = new FirstRouter(firstRoutes)
  const first = new Service(sandboxes, router)
  let whole: Service | undefined
  let loading: Promise<Service> | undefined

  const load = async () => {
    try {
      whole = (await import('./create-service.ts')).createService(sandboxes)

      return whole
    } finally {
      loading = undefined
    }
  }

  return (request) => {
    if (whole) return whole.handle(request)
    if (!loading && router.find(request.method, request.path)) return first.handle(request)

    // Later requests wait too, so that requests are handled in order.
    loading ??= load()

    return loading.then((service) => service.handle(request))
  }
}

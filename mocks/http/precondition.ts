import { PreconditionFailed } from '../model/shared/errors.ts'
import type { Call } from './call.ts'
import type { Route } from './declaration/route.ts'
import { namesVersion } from './replies/etag.ts'
import { complete } from './replies/reply.ts'

/**
 * Returns a function that throws when `If-Match` does not name the current version of the resource, in any of its
 * representations. Undefined for a resource without a GET route.
 *
 * @param getRoute the route that reads the resource
 */
export function preconditionOf(call: Call, getRoute: Route | undefined): (() => void) | undefined {
  if (!getRoute) return undefined

  return () => {
    const reply = getRoute.operation(call.withQuery(getRoute.query))

    if (reply instanceof Promise) throw new TypeError(`${getRoute.path} is not read synchronously.`)

    const ifMatch = call.request.header('if-match') ?? ''
    const { headers, version } = complete(reply, true)

    if (!namesVersion(ifMatch, headers.ETag ?? '', version !== undefined)) throw new PreconditionFailed()
  }
}

import { PreconditionFailed } from '../model/shared/errors.ts'
import type { Call } from './call.ts'
import type { Route } from './declaration/route.ts'
import { namesVersion } from './replies/etag.ts'
import { complete } from './replies/reply.ts'

/**
 * Throws when `If-Match` does not name the current version of what is changed, in whatever form it was read.
 * Undefined for what can't be read.
 *
 * @param reading the route that reads what the request changes
 */
export function isCurrent(call: Call, reading: Route | undefined): (() => void) | undefined {
  if (!reading) return undefined

  return () => {
    const reply = reading.operation(call.withQuery(reading.query))

    if (reply instanceof Promise) throw new TypeError(`${reading.path} is not read at once.`)

    const named = call.request.header('if-match') ?? ''
    const { headers, version } = complete(reply, true)

    if (!namesVersion(named, headers.ETag ?? '', version !== undefined)) throw new PreconditionFailed()
  }
}

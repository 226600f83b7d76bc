import { loadRegularExpressions } from '../../data/model/shared/regular-expressions.ts'
import { completeDueJobs } from '../../data/model/jobs/fetch-job.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { type Reply, complete } from './replies/reply.ts'
import { ApiError } from '../../data/model/shared/errors.ts'
import { isSliced, runSync } from '../../data/model/shared/slices.ts'
import type { Call } from './call.ts'
import type { Route } from './declaration/route.ts'
import { namesVersion } from './replies/etag.ts'

/** Loads what a change of entities needs, before the first one. */
export function whenReadyToWrite<R>(work: () => R | Promise<R>): R | Promise<R> {
  return loadRegularExpressions()?.then(work) ?? work()
}

/** Completes due jobs before a request is handled, since a sandbox has no timers. */
export function afterDueJobs(
  sandbox: Sandbox,
  operate: () => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const now = sandbox.clock.timestamp()
  const isDue = Array.from(sandbox.data.scheduledJobs.all()).some(({ dueAt }) => dueAt <= now)

  if (!isDue) return operate()

  return whenReadyToWrite(() => {
    sandbox.change((draft) => completeDueJobs(draft, { now, newIdentifier: () => draft.random.identifier() }))

    return sandbox.stored?.then(operate) ?? operate()
  })
}

/**
 * Returns a function that throws when `If-Match` does not name the current version of the resource, in any of its
 * representations. Undefined for a resource without a GET route.
 *
 * @param getRoute the route that reads the resource
 */
export function preconditionOf(call: Call, getRoute: Route | undefined): (() => void) | undefined {
  if (!getRoute) return undefined

  return () => {
    const result = getRoute.operation(call.withQuery(getRoute.query))
    const reply = isSliced(result) ? runSync(result) : result

    if (reply instanceof Promise) throw new TypeError(`${getRoute.path} is not read synchronously.`)

    const ifMatch = call.request.header('if-match') ?? ''
    const { headers, version } = complete(reply, true)

    if (!namesVersion(ifMatch, headers.ETag ?? '', version !== undefined)) {
      throw new ApiError(
        412,
        'The resource has changed since it was read. Read it again, then repeat the change.',
      )
    }
  }
}

import type { Sandbox } from '../../sandbox/sandbox.ts'
import { creatorOf, dueJob, runDueJob } from '../../data/model/jobs/due-jobs.ts'
import { ApiError } from '../../data/model/shared/errors.ts'
import { loadExpressionEngine } from '../../data/model/shared/regular-expressions.ts'
import { isSliced, runSync, TimeSlice } from '../../data/model/shared/slices.ts'
import type { Call } from './call.ts'
import type { Route } from './declare-route.ts'
import { namesVersion } from './replies/etag.ts'
import { completeReply, type Reply } from './replies/reply.ts'
import type { ServiceRequest } from './service-request.ts'

/** Does the work when the engine of regular expressions is loaded, which changes of entities need. */
export function afterLoadingExpressionEngine<R>(work: () => R | Promise<R>): R | Promise<R> {
  return loadExpressionEngine()?.then(work) ?? work()
}

/**
 * Runs the jobs that are due before a request is handled, since a sandbox has no timers. Each part of a job is a change of
 * its own, so that other requests are handled in between.
 */
export function afterDueJobs(
  sandbox: Sandbox,
  operate: () => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const now = sandbox.clock.timestamp()

  if (!dueJob(sandbox.data, now)) return operate()

  return afterLoadingExpressionEngine(async () => {
    const slice = new TimeSlice()

    try {
      for (let job = dueJob(sandbox.data, now); job; job = dueJob(sandbox.data, now)) {
        sandbox.change(
          (draft) => runDueJob(draft, { now, newIdentifier: () => draft.random.identifier() }),
          creatorOf(sandbox.data, job),
        )
        await sandbox.whenStored
        await slice.yieldWhenOver()
      }
    } catch (error) {
      // Without room for their changes jobs wait, while the request, which may make room, is handled.
      if (!(error instanceof ApiError && error.status === 507)) throw error
    }

    return operate()
  })
}

/**
 * Returns a function that throws when the preconditions of a write do not hold for the current version of the resource, in
 * any of its representations. Undefined without a route that reads it.
 */
export function preconditionCheck(call: Call, getRoute: Route | undefined): (() => void) | undefined {
  if (!getRoute) return undefined

  return () => {
    const result = getRoute.operation(call.withoutWarnings(getRoute.query))
    const reply = isSliced(result) ? runSync(result) : result

    if (reply instanceof Promise) throw new TypeError(`${getRoute.path} is not read synchronously.`)

    checkPreconditions(call.request, completeReply(reply, true).headers.ETag ?? '')
  }
}

/** @throws {ApiError} 412 unless `If-Match` names the version with this tag, if there is one, and `If-None-Match` does not */
export function checkPreconditions(request: ServiceRequest, etag: string | undefined): void {
  const [ifMatch, ifNoneMatch] = ['if-match', 'if-none-match'].map((name) => request.header(name))

  if (ifMatch !== undefined && (etag === undefined || !namesVersion(ifMatch, etag)))
    throw new ApiError(412, 'The resource has changed since it was read. Read it again, then repeat that.')
  // Weak tags count (RFC 9110, 13.1.2).
  if (etag !== undefined && namesVersion(ifNoneMatch?.replaceAll('W/"', '"') ?? '', etag))
    throw new ApiError(412, 'The resource exists. Without If-None-Match it would be changed.')
}

import { JournalEntry } from '../sandbox/journal/journal-entry.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { AcquiredSandbox } from '../sandbox/lifetime/live-sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { admit, checkRate, findCaller, identify } from './access/access.ts'
import { addressOf, isServicePath, pathWithin, sandboxMissing, type Address } from './access/address.ts'
import { checkBody } from './body.ts'
import { Call } from './call.ts'
import { enforced, failureReply, finish, isRead, journaled, told } from './conclude.ts'
import { isCurrent } from './precondition.ts'
import { isPreflight, preflight } from './access/cors.ts'
import { whenJobsAreDone } from './due-jobs.ts'
import { injectFaults, type WhenGone } from './inject-faults.ts'
import { Links } from './replies/links.ts'
import { errorReply, type Reply } from './replies/reply.ts'
import { ReplyCache } from './replies/reply-cache.ts'
import { Streams } from './replies/streams.ts'
import type { Request } from './request.ts'
import type { Routing } from './routing/router.ts'
import type { Route } from './declaration/route.ts'
import { withinProgram } from './access/safety.ts'

/** Where a request is answered. */
interface Target {
  readonly acquired: AcquiredSandbox
  readonly address: Address
}

/** The part of a body that the journal shows of a request that is rejected before it is read, in bytes. */
const rejectedBodyLimit = 64 * 1024

const controlPath = /^\/__sandbox(\/|$)/i

/**
 * The interface without a transport: takes requests, gives replies. Every door answers through this, so all of
 * them give the same bytes.
 */
export class Service {
  readonly sandboxes: Sandboxes
  /** Is told of every request that the journal takes. */
  onResponse: ((entry: JournalEntry) => void) | undefined
  readonly #router: Routing
  readonly #replies = new ReplyCache()
  readonly #streams = new Streams()

  constructor(sandboxes: Sandboxes, router: Routing) {
    this.sandboxes = sandboxes
    this.#router = router
  }

  get routes(): readonly Route[] {
    return this.#router.routes
  }

  /** The route of a request, if there is one. */
  routeFor(method: string, path: string): Route | undefined {
    return this.#router.find(method, pathWithin(path))?.route
  }

  /**
   * How much of a request's body is worth reading, in bytes: what its route takes, or little when it is rejected whatever
   * the body holds.
   */
  bodyLimit(request: Request, safety = withinProgram): number {
    // So little is read however the request ends.
    if (Number(request.header('content-length') ?? Infinity) <= rejectedBodyLimit) return rejectedBodyLimit
    const { sandboxId, path } = addressOf(request)
    const match = this.#router.find(request.method, path)

    if (!match) return rejectedBodyLimit

    const { access, bodyLimit } = match.route
    const denial = thrownBy(() => {
      if (controlPath.test(path)) safety.check(request)
      else safety.checkUse(request, path)
      const { sandbox } = this.sandboxes.find(sandboxId)

      admit(identify(request, sandbox, access), access)
    })

    return denial ? Math.min(rejectedBodyLimit, bodyLimit) : bodyLimit
  }

  /** Whether a path belongs to the service, so that it answers 404 or 405 there when no route matches. */
  owns(path: string): boolean {
    return isServicePath(path)
  }

  /**
   * Handles a request. Returns a promise only where the reply takes one.
   *
   * @param safety what the door that it came through asks of it
   * @param whenGone calls back when the client no longer waits for the response
   */
  handle(request: Request, safety = withinProgram, whenGone?: WhenGone): Reply | Promise<Reply> {
    const path = pathWithin(request.path)
    const isControl = controlPath.test(path)
    const isShared = safety.sharesWith(request, isControl)
    const denial = isControl ? undefined : thrownBy(() => safety.checkUse(request, path))

    if (isPreflight(request) && !denial) return preflight(request, isShared)

    try {
      if (isControl) safety.check(request)

      const target = this.#locate(request)
      const { acquired, address } = target
      const entry = new JournalEntry(request, address.path, acquired.sandbox)
      const { source } = entry
      // A test that sets the scene: it meets no faults and leaves no trace.
      const isStaging = source === 'test'
      // Faults are for applications: the console shows what is, and uses up none of them.
      const isSpared = isControl || isStaging || source === 'console'
      const conclude = (reply: Reply) => {
        const finished = finish(request, enforced(entry, acquired, reply), isShared)
        const sent = this.#streams.release(told(entry, acquired, finished), acquired)

        // The sandbox's own routes leave no trace in the journal.
        return isControl || isStaging ? sent : journaled(entry, acquired, sent, this.onResponse)
      }

      if (denial) return conclude(failureReply(denial, request))

      try {
        const reply =
          isSpared || isCalm(acquired.sandbox)
            ? this.#operate(request, target, entry)
            : this.#answerAmidFaults(request, target, entry, whenGone)

        if (!(reply instanceof Promise)) return conclude(reply)

        return reply.then(conclude, (error: unknown) => conclude(failureReply(error, request)))
      } catch (error) {
        return conclude(failureReply(error, request))
      }
    } catch (error) {
      return finish(request, failureReply(error, request), isShared)
    }
  }

  #operate(request: Request, { acquired, address }: Target, entry: JournalEntry): Reply | Promise<Reply> {
    const match = this.#router.find(request.method, address.path)

    if (!match) return this.#noRoute(request, address, entry)
    if (this.sandboxes.isRequired && address.sandboxId === undefined && match.route.scope === 'sandbox') {
      throw sandboxMissing()
    }

    checkBody(request, match.route.bodyLimit)

    const { sandbox } = acquired

    entry.route = match.route.path

    const user = identify(request, sandbox, match.route.access)

    entry.user = user?.name
    if (user && match.route.path.startsWith('/api/') && entry.source !== 'console') checkRate(sandbox, user)
    admit(user, match.route.access)

    const call = new Call({
      request,
      params: match.params,
      sandbox,
      sandboxes: this.sandboxes,
      links: new Links(request.origin, address.prefix),
      replies: this.#replies,
      user,
      readBody: (sent, warn) => match.route.body?.read(sent, warn),
      queryDeclaration: match.route.query,
      entry,
    })

    if (request.search !== '') call.checkQuery()

    if (
      request.header('if-match') !== undefined &&
      (request.method === 'PUT' || request.method === 'DELETE')
    ) {
      call.precondition = isCurrent(call, this.#router.find('GET', address.path)?.route)
      call.precondition?.()
    }

    return whenJobsAreDone(sandbox, () => match.route.operation(call))
  }

  /** Answers where faults may get in the way, and where a scenario may be waiting for this request. */
  async #answerAmidFaults(
    request: Request,
    target: Target,
    entry: JournalEntry,
    whenGone: WhenGone | undefined,
  ): Promise<Reply> {
    const { sandbox } = target.acquired

    entry.scenario = sandbox.scenarios.current?.name
    entry.user = findCaller(request, sandbox)?.name

    const { counted } = sandbox.faults
    const matched = sandbox.faults.match(entry)

    if (sandbox.faults.counted > counted) sandbox.keepCounts()

    const operate = async () => {
      try {
        return await this.#operate(request, target, entry)
      } catch (error) {
        return failureReply(error, request)
      }
    }
    const reply = matched ? await injectFaults(matched, operate, isRead(request), whenGone) : await operate()

    entry.faults = matched?.faults
    if (sandbox.scenarios.awaits(entry)) {
      await sandbox.transact((transaction) => sandbox.scenarios.observe(transaction, entry))
    }

    return reply
  }

  #noRoute(request: Request, address: Address, entry: JournalEntry): Reply {
    const { error, nearest, reason } = this.#router.explain(request.method, address.path)

    entry.unmatched = { nearest, reason }

    return errorReply(error)
  }

  #locate(request: Request): Target {
    const address = addressOf(request)

    return { address, acquired: this.sandboxes.acquire(address.sandboxId) }
  }
}

/** Whether nothing but the interface decides what is answered. */
function isCalm({ faults, scenarios }: Sandbox): boolean {
  return faults.isEmpty && scenarios.current === undefined
}

/** The error of a check, if it throws one. */
function thrownBy(check: () => void): unknown {
  try {
    check()

    return undefined
  } catch (error) {
    return error
  }
}

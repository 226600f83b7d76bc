import { type Reply, errorReply } from './replies/reply.ts'
import { Call } from './call.ts'
import { afterDueJobs, preconditionCheck, afterLoadingExpressionEngine } from './before-operation.ts'
import { runOperation, type Route } from './declare-route.ts'
import { messageOf } from '../../data/model/shared/errors.ts'
import { Exchange } from '../../data/model/exchanges/exchange.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import { checkRole, checkRate, findCaller, authenticate } from './access/access.ts'
import { addressOf, isControlPath, pathWithin, sandboxMissing } from './access/address.ts'
import { askUpstream, passedBodyLimit, type Incoming, type Passthrough } from './ask-upstream.ts'
import { checkLengthAndEncoding } from './parse-body.ts'
import {
  withWarningsExpiryAndDate,
  finishReply,
  errorReplyTo,
  orErrorReply,
  recordInJournal,
  rejectIfEnforced,
  thrownBy,
} from './finish-reply.ts'
import { setGraphqlOperation } from './graphql/describe-operation.ts'
import { isPreflight, preflight } from './access/cors.ts'
import { type PreferredFault, preferredFault, withPreferred } from './prefer.ts'
import { injectFaults, type OnClose } from './inject-faults.ts'
import { Links } from './replies/links.ts'
import { ReplyCache } from './replies/reply-cache.ts'
import { Streams } from './replies/streams.ts'
import { isRead, type ServiceRequest } from './service-request.ts'
import type { AddedHandlers } from './msw/msw-handler.ts'
import { hasNoFaultsOrScenario } from '../../sandbox/faults/fault-set.ts'
import { activeScenario, advanceScenario } from '../../sandbox/scenarios/sandbox-scenarios.ts'
import type { Router } from './routing/router.ts'
import { trustedPolicy, type AccessPolicy } from './access/access-policy.ts'

/** A body of so many bytes is always read; of a larger one, for the journal, so many if the request is rejected anyway. */
const smallBodyLimit = 64 * 1024

/** Handles requests independently of the transport. All doors reach it through a `HandlerList`, so all of them send the same bytes. */
export class Service {
  readonly sandboxes: Sandboxes
  /** Called for every request that is journaled. */
  onJournaled: ((entry: Exchange) => void) | undefined
  /** Those that `use()` has added, which its own handlers try before it. */
  addedHandlers: AddedHandlers | undefined
  readonly router: Router
  readonly #replies: ReplyCache
  readonly #streams = new Streams()

  constructor(sandboxes: Sandboxes, router: Router) {
    this.sandboxes = sandboxes
    this.router = router
    this.#replies = new ReplyCache(sandboxes.find().settings.budget)
  }

  /** How many bytes of a body a door should read: few when the request will be rejected whatever its body is. */
  bodyLimit(request: ServiceRequest, policy = trustedPolicy): number {
    if (Number(request.header('content-length') ?? Infinity) <= smallBodyLimit) return smallBodyLimit
    const { sandboxId, path } = addressOf(request)
    const match = this.router.find(request.method, path)

    if (this.sandboxes.upstream) return Math.max(passedBodyLimit, match?.route.bodyLimit ?? 0)
    if (!match) return smallBodyLimit

    const { access, bodyLimit } = match.route
    const denial = thrownBy(() => {
      if (isControlPath(path)) policy.checkControl(request)
      else policy.checkInterface(request, path)
      const sandbox = this.sandboxes.find(sandboxId)

      checkRole(authenticate(request, sandbox, access), access)
    })

    return denial ? Math.min(smallBodyLimit, bodyLimit) : bodyLimit
  }

  /**
   * Handles a request. Synchronous unless something has to be waited for: storing a change, a fault, a scenario, jobs that are due.
   *
   * @param policy the access policy of the door
   */
  handle(request: ServiceRequest, policy = trustedPolicy, onClose?: OnClose): Reply | Promise<Reply> {
    const address = addressOf(request)
    const isControl = isControlPath(address.path)
    const mayReadResponse = policy.mayReadResponse(request, isControl)
    const denial = isControl ? undefined : thrownBy(() => policy.checkInterface(request, address.path))

    if (isPreflight(request) && !denial) return preflight(request, mayReadResponse)

    let release: (() => void) | undefined
    const replyToThrown = (error: unknown) => {
      release?.()

      return this.replyToError(request, error, policy)
    }

    try {
      if (isControl) policy.checkControl(request)

      const { sandboxes } = this
      // Those set aside can still be listed and deleted.
      const mayBeSetAside = sandboxes.setAside.size > 0 && this.#scopeOf(request, address.path) === 'server'

      if (!mayBeSetAside) sandboxes.checkNotSetAside(address.sandboxId)

      const mayCreate = !mayBeSetAside && !policy.isOfForeignPage(request)
      const acquired = sandboxes[mayCreate ? 'acquire' : 'peekOrTemporary'](address.sandboxId)

      release = acquired.release

      const { sandbox } = acquired
      const exchange = new Exchange(request, address.path, sandbox)
      const incoming: Incoming = { address, sandbox, exchange }
      // The journal and faults are for applications; other requests are treated like control requests.
      const isUnjournaled = isControl || !exchange.isOfApplication
      const preferred = isUnjournaled || !sandbox.settings.prefer ? undefined : preferredFault(request)
      const skipsFaultsAndScenario =
        isUnjournaled || (!preferred && hasNoFaultsOrScenario(sandbox.state, sandbox.passthroughFaults))
      const finish = (reply: Reply) => {
        const checked = this.#streams.withinLimit(rejectIfEnforced(exchange, sandbox, reply))
        const completed = finishReply(request, checked, mayReadResponse)
        const sent = withWarningsExpiryAndDate(exchange, sandbox, completed)

        if (!isUnjournaled) recordInJournal(exchange, sandbox, sent, this.onJournaled)
        // One that acquire() has created stays if the request succeeded, a scenario counted it, or it changed something.
        if (checked.status < 400 || exchange.scenario !== undefined || sandbox.hasChanged) acquired.keep()

        return this.#streams.releaseAtEndOf(sent, acquired)
      }

      // A browser hides the body from the page.
      if (denial) exchange.warnings = [{ place: 'access', text: messageOf(denial), isAccepted: true }]
      if (denial) return finish(errorReplyTo(denial, request))

      const answer = () =>
        skipsFaultsAndScenario
          ? this.#operate(incoming)
          : this.#handleWithFaults(incoming, preferred, onClose)
      const described = isUnjournaled ? undefined : setGraphqlOperation(exchange, sandbox)
      const reply = orErrorReply(request, () => (described ? described.then(answer) : answer()))

      return reply instanceof Promise ? reply.then(finish).catch(replyToThrown) : finish(reply)
    } catch (error) {
      return replyToThrown(error)
    }
  }

  #scopeOf({ method }: ServiceRequest, path: string): Route['scope'] | undefined {
    return this.router.find(method, path)?.route.scope
  }

  /** The complete reply to an error: one of this service, or of a door before or after it. */
  replyToError(request: ServiceRequest, error: unknown, policy: AccessPolicy): Reply {
    const isControl = isControlPath(pathWithin(request.path))

    return finishReply(request, errorReplyTo(error, request), policy.mayReadResponse(request, isControl))
  }

  #operate(incoming: Incoming): Reply | Promise<Reply> {
    const { sandbox, address, exchange } = incoming
    const { request } = exchange
    const match = this.router.find(request.method, address.path)

    if (!match) return this.#noRoute(incoming)
    if (this.sandboxes.requiresId && address.sandboxId === undefined && match.route.scope === 'sandbox') {
      throw sandboxMissing()
    }

    exchange.route = match.route.path
    checkLengthAndEncoding(request, match.route.bodyLimit)

    const user = authenticate(request, sandbox, match.route.access)

    exchange.user = user?.name
    if (user && match.route.path.startsWith('/api/') && exchange.source !== 'console')
      checkRate(sandbox, user)
    checkRole(user, match.route.access)

    const call = new Call({
      params: match.params,
      sandbox,
      sandboxes: this.sandboxes,
      links: new Links(request.baseUrl, address.prefix),
      replyCache: this.#replies,
      user,
      decodeBody: (request, warn) => match.route.body?.decode(request, warn),
      queryDeclaration: match.route.query,
      exchange,
    })

    const operate = () => {
      if (request.search !== '') call.checkQuery()
      const headers = match.route.source.kind === 'own' ? ['if-match'] : ['if-match', 'if-none-match']

      if (/PUT|DELETE/.test(request.method) && headers.some((name) => request.header(name) !== undefined)) {
        call.preconditionCheck = preconditionCheck(call, this.router.find('GET', address.path)?.route)
        call.preconditionCheck?.()
      }

      return afterDueJobs(sandbox, () => runOperation(match.route, call))
    }
    const mayWrite = !isRead(request) && match.route.access !== 'open' && match.route.access !== 'read'
    const reply = orErrorReply(request, mayWrite ? () => afterLoadingExpressionEngine(operate) : operate)

    return onceStored(reply, () => call.whenStored)
  }

  /** Applies faults, and counts the request for the next step of the scenario. */
  async #handleWithFaults(
    incoming: Incoming,
    preferred: PreferredFault | undefined,
    onClose: OnClose | undefined,
  ): Promise<Reply> {
    const { address, sandbox, exchange } = incoming
    const { request } = exchange

    exchange.scenario = activeScenario(sandbox)?.scenario.name
    exchange.user = findCaller(request, sandbox)?.name

    const matched = withPreferred(sandbox.countInFaults(exchange), preferred)
    const operate = async () => orErrorReply(request, () => this.#operate(incoming))
    const passOn = (effect: Passthrough) => askUpstream(effect, incoming, this.sandboxes.upstream, operate)
    const hold = (fault: string) =>
      sandbox.held.wait({ fault, request: exchange, time: sandbox.clock.now() }, onClose)
    const reply = matched
      ? await injectFaults(matched, { operate, passOn, hold, isRead: isRead(request) }, onClose)
      : await operate()

    if (matched && matched.faults.length > 0) exchange.faults = matched.faults
    // What a fault answered instead of the operation counts for its route.
    if (matched && !exchange.upstream)
      exchange.route ??= this.router.find(request.method, address.path)?.route.path
    if (exchange.scenario !== undefined) {
      // The reply is that of the request, whatever becomes of the step.
      try {
        if (sandbox.change((draft) => advanceScenario(draft, exchange))) await sandbox.whenStored
      } catch (error) {
        console.error(`entity-sandbox: The next step of the scenario "${exchange.scenario}" failed:`, error)
      }
    }

    return preferred
      ? { ...reply, headers: { ...reply.headers, 'Preference-Applied': preferred.applied } }
      : reply
  }

  #noRoute({ exchange }: Incoming): Reply {
    const { error, nearest, reason } = this.router.explain(exchange.method, exchange.path)

    exchange.unmatched = { nearest, reason }

    return errorReply(error)
  }
}

/** The reply, once what it follows from outlives the process; the error, if that can't be stored. */
function onceStored(
  reply: Reply | Promise<Reply>,
  stored: () => Promise<unknown> | undefined,
): Reply | Promise<Reply> {
  if (reply instanceof Promise) return reply.then((settled) => onceStored(settled, stored))

  return stored()?.then(() => reply) ?? reply
}

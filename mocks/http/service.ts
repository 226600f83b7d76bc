import { ApiError, PreconditionFailed } from '../model/errors.ts'
import { JournalEntry } from '../sandbox/journal-entry.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { admit, identify } from './access.ts'
import { bodyLimit, Call, type Request } from './call.ts'
import { isPreflight, preflight, shareWithOrigin } from './cors.ts'
import { Links } from './links.ts'
import { complete, errorReply, json, namesTag, unlessMatched, type Reply } from './reply.ts'
import { ReplyCache } from './reply-cache.ts'
import { Router } from './router.ts'
import type { Route } from './route.ts'

/** Where a request goes: which sandbox, and which path in it. */
interface Address {
  readonly sandbox: Sandbox
  /** What stands in front of the path in every link: `/s/blue`, or nothing. */
  readonly prefix: string
  readonly path: string
}

const controlPath = /^\/__sandbox(\/|$)/
const sandboxPath = /^\/s\/([^/]+)(\/.*)$/

/**
 * The interface without a transport: takes requests, gives replies. Every door answers through this, so all of
 * them give the same bytes.
 */
export class Service {
  readonly sandboxes: Sandboxes
  readonly routes: readonly Route[]
  readonly #router: Router
  readonly #replies = new ReplyCache()

  constructor(sandboxes: Sandboxes, routes: readonly Route[]) {
    this.sandboxes = sandboxes
    this.routes = routes
    this.#router = new Router(routes)
  }

  /** The route that answers a request, if there is one. */
  routeFor(method: string, path: string): Route | undefined {
    return this.#router.find(method, sandboxPath.exec(path)?.[2] ?? path)?.route
  }

  /** Whether a path belongs to the service, so that it answers 404 or 405 there when no route matches. */
  owns(path: string): boolean {
    return /^\/(api|oauth|__sandbox)(\/|$)/.test(sandboxPath.exec(path)?.[2] ?? path)
  }

  /** Answers a request. Gives a promise only where the answer takes one. */
  handle(request: Request): Reply | Promise<Reply> {
    if (isPreflight(request)) return preflight(request)

    try {
      const address = this.#locate(request)
      const entry = new JournalEntry(request, address.path, address.sandbox)
      const conclude = (reply: Reply) => keep(entry, address, finish(request, reply))

      try {
        const reply = this.#answer(request, address, entry)

        if (!(reply instanceof Promise)) return conclude(reply)

        return reply.then(conclude, (error: unknown) => conclude(failureReply(error)))
      } catch (error) {
        return conclude(failureReply(error))
      }
    } catch (error) {
      return finish(request, failureReply(error))
    }
  }

  #answer(request: Request, address: Address, entry: JournalEntry): Reply | Promise<Reply> {
    const match = this.#router.find(request.method, address.path)

    if (!match) return this.#refuse(request, address, entry)

    if ((request.body?.length ?? 0) > bodyLimit) {
      throw new ApiError(413, `The body is larger than ${bodyLimit / 2 ** 20} MiB.`)
    }

    const { sandbox } = address

    entry.route = match.route.path

    const user = identify(request, sandbox, match.route.access)

    entry.user = user?.name
    admit(user, match.route.access)

    const call = new Call({
      request,
      params: match.params,
      service: this,
      sandbox,
      links: new Links(request.origin, address.prefix),
      replies: this.#replies,
      user,
    })

    if (
      request.header('if-match') !== undefined &&
      (request.method === 'PUT' || request.method === 'DELETE')
    ) {
      return this.#whenCurrent(call, address).then(() => match.route.operation(call))
    }

    return match.route.operation(call)
  }

  #refuse(request: Request, address: Address, entry: JournalEntry): Reply {
    const { error, nearest, reason } = this.#router.explain(request.method, address.path)

    entry.unmatched = { nearest, reason }

    return errorReply(error)
  }

  /** Lets a change through when `If-Match` names the current version of what it changes. */
  async #whenCurrent(call: Call, address: Address): Promise<void> {
    const current = this.#router.find('GET', address.path)

    if (!current) return

    const reply = complete(await current.route.operation(call), true)

    if (!namesTag(call.request.header('if-match') ?? '', reply.headers.ETag ?? ''))
      throw new PreconditionFailed()
  }

  #locate(request: Request): Address {
    const [, id, path] = sandboxPath.exec(request.path) ?? []

    if (id !== undefined && path !== undefined) {
      return { sandbox: this.sandboxes.select(decodeURIComponent(id)), prefix: `/s/${id}`, path }
    }

    return { sandbox: this.sandboxes.select(request.header('x-sandbox')), prefix: '', path: request.path }
  }
}

/** Notes in the journal how a request was answered. The sandbox's own routes leave no trace in it. */
function keep(entry: JournalEntry, { sandbox, path }: Address, reply: Reply): Reply {
  if (controlPath.test(path)) return reply

  entry.answeredWith(reply)
  sandbox.journal.add(entry)

  return reply
}

function finish(request: Request, reply: Reply): Reply {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const completed = complete(reply, isRead)
  const answer = isRead ? unlessMatched(completed, request.header('if-none-match')) : completed

  return shareWithOrigin(request, request.method === 'HEAD' ? { ...answer, body: null } : answer)
}

function failureReply(error: unknown): Reply {
  if (error instanceof ApiError) return errorReply(error)

  const message = error instanceof Error ? error.message : String(error)

  console.error(error)

  return json({ Message: 'The sandbox failed to answer.', ExceptionMessage: message }, 500)
}

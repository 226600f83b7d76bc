import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { Socket } from 'node:net'
import type { ServiceRequest } from '../../service/http/service-request.ts'
import type { HandlerList } from '../../service/http/msw/handler-list.ts'
import type { AccessPolicy } from '../../service/http/access/access-policy.ts'
import { errorReply } from '../../service/http/replies/reply.ts'
import type { Drain } from './drain.ts'
import { toUnreadRequest, writeReply, type ProxySettings, type UnreadRequest } from './node-messages.ts'
import { BodyMemory, mayHaveBody, readBody } from './request-body.ts'
import { ApiError, messageOf } from '../../data/model/shared/errors.ts'
import type { OwnedRequest, Replicas } from './replicas/replicas.ts'

/** What a server needs to decide whether a request is allowed. */
export interface AccessContext extends ProxySettings {
  readonly policy: AccessPolicy
}

/** What a server needs to respond to requests. */
export interface ServerContext extends AccessContext {
  readonly handlers: HandlerList
  /** Waits for responses in progress, and ends streams, when the server stops. */
  readonly drain?: Drain | undefined
  /** With `--store`: the other servers, which may own the requested sandbox. */
  readonly replicas?: Replicas | undefined
}

/** The context of a request to a sandbox that this server owns. */
interface OwnerContext extends ServerContext {
  readonly ownedRequest?: OwnedRequest | undefined
}

/** More than the largest body that a route accepts, in bytes. */
const bodies = new BodyMemory(640 * 1024 * 1024)

/** Of one connection, how many requests may wait for responses to those before; further ones wait in the socket. */
const maxWaiting = 16

/** The HTTP/1 requests in progress of one connection. */
interface Queue {
  /** Resolves when the last one is done. */
  last: Promise<void>
  count: number
  isPaused: boolean
}

const inProgress = new WeakMap<Socket, Queue>()

/**
 * Responds to a request. A pipelined request waits for the response to the previous one, and sees its effects (RFC 9112,
 * 9.3.2); HTTP/2 requests are independent of each other.
 */
export function handleRequest(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { socket, httpVersionMajor } = request
  const queue = inProgress.get(socket)
  const pending = queue
    ? // Thousands may have been sent at once: requests of others are handled in between.
      queue.last.then(() => setImmediate()).then(() => respond(context, request, response))
    : respond(context, request, response)

  if (!pending) return

  const done = httpVersionMajor > 1 ? pending : enqueue(socket, pending)

  context.drain?.track(done)
}

/** Adds a request in progress to those of its connection. */
function enqueue(socket: Socket, pending: Promise<void>): Promise<void> {
  const queue = inProgress.get(socket) ?? { last: pending, count: 0, isPaused: false }

  inProgress.set(socket, queue)
  queue.count += 1
  queue.last = pending.then(() => {
    queue.count -= 1
    if (queue.count === 0) inProgress.delete(socket)
    if (!queue.isPaused || queue.count > maxWaiting) return
    queue.isPaused = false
    socket.resume()
  })
  if (queue.count > maxWaiting) {
    // Later, since Node resumes the socket at the end of each request.
    void setImmediate().then(() => {
      queue.isPaused = queue.count > maxWaiting
      if (queue.isPaused) socket.pause()
    })
  }

  return queue.last
}

/** Responds synchronously if possible, else returns a promise. */
function respond(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  let incoming: UnreadRequest

  try {
    incoming = toUnreadRequest(request, context)
  } catch (error) {
    void writeReply(response, errorReply(unreadable(error)))

    return undefined
  }

  return context.replicas || mayHaveBody(request)
    ? respondLater(context, incoming, response)
    : respondTo(context, incoming, response)
}

/** Responds once the body has arrived, if this server owns the sandbox; else forwards the request. */
async function respondLater(
  context: ServerContext,
  incoming: UnreadRequest,
  response: ServerResponse,
): Promise<void> {
  const request = response.req

  try {
    const ownedRequest = await context.replicas?.ownOrForward(
      incoming,
      request,
      response,
      context.policy.isOfForeignPage(incoming),
      context.drain?.ending,
    )

    if (context.replicas && !ownedRequest) return

    const own = { ...(ownedRequest?.request ?? incoming) }

    if (mayHaveBody(request)) {
      const { handlers, policy } = context
      const limit = handlers.bodyLimit(own, policy)
      const isProcessMemoryFull = () => handlers.service.sandboxes.find().settings.budget.isFullAfterFreeing()

      own.body = await readBody(request, limit, bodies, isProcessMemoryFull).catch((error) => {
        throw error instanceof ApiError ? error : unreadable(error)
      })
    }
    await respondTo({ ...context, ownedRequest }, own, response)
  } catch (error) {
    fail(context, incoming, response, error)
  } finally {
    bodies.release(request)
  }
}

function respondTo(
  context: OwnerContext,
  incoming: ServiceRequest,
  response: ServerResponse,
): Promise<void> | undefined {
  try {
    const onClose = (listener: () => void) =>
      response.destroyed ? listener() : response.once('close', listener)
    const { handlers, policy, ownedRequest } = context
    const answer = handlers.handle(incoming, policy, onClose)
    const reply = ownedRequest ? Promise.resolve(answer).then(ownedRequest.confirm) : answer
    const ending = context.drain?.ending
    const pending =
      reply instanceof Promise
        ? reply.then((ready) => writeReply(response, ready, ending))
        : writeReply(response, reply, ending)

    return pending?.catch((error: unknown) => fail(context, incoming, response, error))
  } catch (error) {
    fail(context, incoming, response, error)

    return undefined
  }
}

function unreadable(error: unknown): ApiError {
  return new ApiError(400, `The request can't be read: ${messageOf(error)}.`, { Connection: 'close' })
}

/** Responds to a request that could not be read, forwarded or answered, or closes the connection if a response was begun. */
function fail(
  { handlers, policy }: ServerContext,
  request: ServiceRequest,
  response: ServerResponse,
  error: unknown,
): void {
  if (response.headersSent || response.destroyed) response.destroy()
  else void writeReply(response, handlers.service.replyToError(request, error, policy))
}

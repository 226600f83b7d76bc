import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ServiceRequest } from '../http/request.ts'
import type { UserHandlers } from '../http/msw/user-handlers.ts'
import { defaultBodyLimit } from '../http/declaration/route.ts'
import type { AccessPolicy } from '../http/access/access-policy.ts'
import type { Service } from '../http/service.ts'
import { errorReply, type Reply } from '../http/replies/reply.ts'
import type { OnClose } from '../http/inject-faults.ts'
import { unexpectedReply } from '../http/replies/unexpected.ts'
import { BodyMemory } from './body-memory.ts'
import type { Drain } from './drain.ts'
import {
  hasBody,
  readBody,
  toRequestHead,
  writeReply,
  type ProxySettings,
  type RequestHead,
} from './exchange.ts'
import { ApiError, messageOf } from '../model/shared/errors.ts'
import type { OwnedRequest, Replicas } from './replicas/replicas.ts'

/** What a server needs to respond to requests. */
export interface ServerContext extends ProxySettings {
  readonly service: Service
  readonly policy: AccessPolicy
  /** Handlers in front of the service's own. */
  readonly userHandlers?: UserHandlers | undefined
  /** Waits for responses in progress, and ends streams, when the server stops. */
  readonly drain?: Drain | undefined
  /** With `--store`: the other servers, which may own the requested sandbox. */
  readonly replicas?: Replicas | undefined
}

/** The context of a request to a sandbox that this server owns. */
interface OwnerContext extends ServerContext {
  readonly ownedRequest?: OwnedRequest
}

/** More than the largest body that a route accepts, in bytes. */
const bodies = new BodyMemory(640 * 1024 * 1024)

/** The last HTTP/1 request in progress, by connection. */
const inProgress = new WeakMap<Socket, Promise<void>>()

/**
 * Responds to a request. A pipelined request waits for the response to the previous one, and sees its effects (RFC 9112,
 * 9.3.2); HTTP/2 requests are independent of each other.
 */
export function handleRequest(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (request.httpVersionMajor > 1) {
    const done = respond(context, request, response)

    if (done) context.drain?.track(done)

    return
  }

  const { socket } = request
  const before = inProgress.get(socket)
  const sent = before
    ? before.then(() => respond(context, request, response))
    : respond(context, request, response)

  if (!sent) return

  const done = sent.then(() => {
    if (inProgress.get(socket) === done) inProgress.delete(socket)
  })

  inProgress.set(socket, done)
  context.drain?.track(done)
}

/** Responds synchronously if possible, else returns a promise. */
function respond(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  if (context.replicas) return respondAsReplica(context, context.replicas, request, response)

  return respondHere(context, request, response)
}

/** Responds if this server owns the sandbox, else forwards the request. */
async function respondAsReplica(
  context: ServerContext,
  replicas: Replicas,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const ownedRequest = await replicas.route(
      toRequestHead(request, context),
      request,
      response,
      context.drain?.ending,
    )

    if (ownedRequest) await respondHere({ ...context, ownedRequest }, request, response)
  } catch (error) {
    sendError(response, error)
  }
}

function respondHere(
  context: OwnerContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  let incoming: RequestHead

  try {
    incoming = context.ownedRequest ? { ...context.ownedRequest.request } : toRequestHead(request, context)
  } catch (error) {
    sendError(response, error)

    return undefined
  }

  if (!hasBody(request)) return respondTo(context, incoming, response)

  return readBody(request, bodyLimit(context, incoming), bodies)
    .then(
      (body) => {
        incoming.body = body

        return respondTo(context, incoming, response)
      },
      (error: unknown) => sendError(response, error),
    )
    .finally(() => bodies.release(request))
}

/** The limit for this route and caller, checked before the body arrives. With user handlers it depends on the route alone. */
function bodyLimit({ service, policy, userHandlers }: ServerContext, request: ServiceRequest): number {
  return userHandlers && userHandlers.handlers.length > 0
    ? (service.routeFor(request.method, request.path)?.bodyLimit ?? defaultBodyLimit)
    : service.bodyLimit(request, policy)
}

function respondTo(
  context: OwnerContext,
  incoming: ServiceRequest,
  response: ServerResponse,
): Promise<void> | undefined {
  try {
    const reply = replyTo(context, incoming, (listener) => response.once('close', listener))
    const ending = context.drain?.ending
    const sent =
      reply instanceof Promise
        ? reply.then((ready) => writeReply(response, ready, ending))
        : writeReply(response, reply, ending)

    return sent?.catch((error: unknown) => fail(response, incoming, error))
  } catch (error) {
    fail(response, incoming, error)

    return undefined
  }
}

function sendError(response: ServerResponse, error: unknown): void {
  if (error instanceof ApiError) {
    sendAndClose(response, error.status, Object(error.body), error.headers)

    return
  }
  sendAndClose(response, 400, { Message: `The request can't be read: ${messageOf(error)}.` })
}

/** Responds to a failure to send: 500, or a closed connection once the headers are sent. */
function fail(response: ServerResponse, request: ServiceRequest, error: unknown): void {
  if (response.headersSent || response.destroyed) response.destroy()
  else void writeReply(response, unexpectedReply(error, request))
}

async function confirmed(reply: Reply | Promise<Reply>, ownedRequest: OwnedRequest): Promise<Reply> {
  try {
    return await ownedRequest.confirm(await reply)
  } catch (error) {
    if (error instanceof ApiError) return errorReply(error)
    throw error
  }
}

function replyTo(
  { service, policy, userHandlers, ownedRequest }: OwnerContext,
  incoming: ServiceRequest,
  onClose: OnClose,
): Reply | Promise<Reply> {
  if (ownedRequest) return confirmed(service.handle(incoming, policy, onClose), ownedRequest)
  if (!userHandlers || userHandlers.handlers.length === 0) return service.handle(incoming, policy, onClose)

  return userHandlers
    .handle(incoming)
    .then((overridden) =>
      overridden === undefined || overridden === 'passthrough'
        ? service.handle(incoming, policy, onClose)
        : overridden,
    )
}

/** Responds to a request that could not be read, or closes the connection if a response was begun. */
function sendAndClose(
  response: ServerResponse,
  status: number,
  reason: object,
  headers: Readonly<Record<string, string>> = { Connection: 'close' },
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()

    return
  }

  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers })
  response.end(JSON.stringify(reason))
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Request } from '../http/request.ts'
import type { ForeignHandlers } from '../http/msw/foreign-handlers.ts'
import { defaultBodyLimit } from '../http/declaration/route.ts'
import type { Safety } from '../http/access/safety.ts'
import type { Service } from '../http/service.ts'
import { errorReply, type Reply } from '../http/replies/reply.ts'
import type { WhenGone } from '../http/inject-faults.ts'
import { unexpectedReply } from '../http/replies/unexpected.ts'
import { BodyTotal } from './body-total.ts'
import type { Drain } from './drain.ts'
import { hasBody, readBody, toIncoming, writeReply, type ForwardedAs, type Incoming } from './exchange.ts'
import { ApiError, messageOf } from '../model/shared/errors.ts'
import type { Entered, Replicas } from './replicas/replicas.ts'

/** The service behind a server, and its surroundings. */
export interface Answering extends ForwardedAs {
  readonly service: Service
  readonly safety: Safety
  /** Handlers in front of the service's own. */
  readonly foreign?: ForeignHandlers | undefined
  /** Waits for responses under way, and ends streams, when the server stops. */
  readonly drain?: Drain | undefined
  /** The other servers, where sandboxes are shared: they may own the one that is asked for. */
  readonly replicas?: Replicas | undefined
}

/** The same for a request that this server may answer. */
interface AnsweringHere extends Answering {
  readonly entered?: Entered
}

/** In bytes: room for the largest body that a route accepts, and some more. */
const bodies = new BodyTotal(640 * 1024 * 1024)

/** Requests of HTTP/1 under way, by their connection. */
const underWay = new WeakMap<Socket, Promise<void>>()

/**
 * Answers a request that came over a connection. One that a client sent without waiting for the answer to the one
 * before sees what that one did (RFC 9112, 9.3.2); those of HTTP/2 are independent of each other.
 */
export function answer(by: Answering, request: IncomingMessage, response: ServerResponse): void {
  if (request.httpVersionMajor > 1) {
    const answered = respond(by, request, response)

    if (answered) by.drain?.follow(answered)

    return
  }

  const { socket } = request
  const before = underWay.get(socket)
  const turn = before ? before.then(() => respond(by, request, response)) : respond(by, request, response)

  if (!turn) return

  const done = turn.then(() => {
    if (underWay.get(socket) === done) underWay.delete(socket)
  })

  underWay.set(socket, done)
  by.drain?.follow(done)
}

/** A request without a body that is answered at once waits for nothing, and nothing for it. */
function respond(
  by: Answering,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  if (by.replicas) return respondInTurn(by, by.replicas, request, response)

  return respondHere(by, request, response)
}

/** Answers where this server may; others see to it otherwise. */
async function respondInTurn(
  by: Answering,
  replicas: Replicas,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const entered = await replicas.enter(toIncoming(request, by), request, response, by.drain?.ending)

    if (entered) await respondHere({ ...by, entered }, request, response)
  } catch (error) {
    refuse(response, error)
  }
}

function respondHere(
  by: AnsweringHere,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  let incoming: Incoming

  try {
    incoming = by.entered ? { ...by.entered.request } : toIncoming(request, by)
  } catch (error) {
    refuse(response, error)

    return undefined
  }

  if (!hasBody(request)) return respondTo(by, incoming, response)

  return readBody(request, bodyLimit(by, incoming), bodies)
    .then(
      (body) => {
        incoming.body = body

        return respondTo(by, incoming, response)
      },
      (error: unknown) => refuse(response, error),
    )
    .finally(() => bodies.release(request))
}

/** The limit by route and caller, both checked before the body arrives. With a user's handlers, the route's limit alone. */
function bodyLimit({ service, safety, foreign }: Answering, request: Request): number {
  return foreign && foreign.handlers.length > 0
    ? (service.routeFor(request.method, request.path)?.bodyLimit ?? defaultBodyLimit)
    : service.bodyLimit(request, safety)
}

function respondTo(
  by: AnsweringHere,
  incoming: Request,
  response: ServerResponse,
): Promise<void> | undefined {
  try {
    const reply = replyTo(by, incoming, (listener) => response.once('close', listener))
    const ending = by.drain?.ending
    const sent =
      reply instanceof Promise
        ? reply.then((answered) => writeReply(response, answered, ending))
        : writeReply(response, reply, ending)

    return sent?.catch((error: unknown) => fail(response, incoming, error))
  } catch (error) {
    fail(response, incoming, error)

    return undefined
  }
}

function refuse(response: ServerResponse, error: unknown): void {
  if (error instanceof ApiError) {
    giveUp(response, error.status, Object(error.body), error.headers)

    return
  }
  giveUp(response, 400, { Message: `The request can't be read: ${messageOf(error)}.` })
}

/** An answer that can't be sent; one that breaks off on purpose is no failure. */
function fail(response: ServerResponse, request: Request, error: unknown): void {
  if (response.headersSent || response.destroyed) response.destroy()
  else void writeReply(response, unexpectedReply(error, request))
}

async function confirmed(reply: Reply | Promise<Reply>, entered: Entered): Promise<Reply> {
  try {
    return await entered.confirm(await reply)
  } catch (error) {
    if (error instanceof ApiError) return errorReply(error)
    throw error
  }
}

function replyTo(
  { service, safety, foreign, entered }: AnsweringHere,
  incoming: Request,
  whenGone: WhenGone,
): Reply | Promise<Reply> {
  if (entered) return confirmed(service.handle(incoming, safety, whenGone), entered)
  if (!foreign || foreign.handlers.length === 0) return service.handle(incoming, safety, whenGone)

  return foreign
    .answer(incoming)
    .then((overridden) =>
      overridden === undefined || overridden === 'passthrough'
        ? service.handle(incoming, safety, whenGone)
        : overridden,
    )
}

/** Ends what can't go on: a request that could not be read, or a reply that could not be written. */
function giveUp(
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

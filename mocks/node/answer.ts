import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { MswHandler } from '../http/msw/msw-handler.ts'
import type { Request } from '../http/request.ts'
import { answerWithMsw } from '../http/msw/foreign-handlers.ts'
import { defaultBodyLimit } from '../http/declaration/route.ts'
import type { Safety } from '../http/access/safety.ts'
import type { Service } from '../http/service.ts'
import type { Reply } from '../http/replies/reply.ts'
import { hasBody, pathOf, readBody, toIncoming, writeReply } from './exchange.ts'
import { messageOf } from '../model/shared/errors.ts'

/** What answers the requests of a server. */
export interface Answering {
  readonly service: Service
  readonly safety: Safety
  /** Handlers in front of the service's own. */
  readonly foreign?: readonly MswHandler[] | undefined
  /** What stands in front of the service's paths in every link: `/backend`. A request comes without it. */
  readonly prefix?: string | undefined
}

/** Requests of HTTP/1 under way, by their connection. */
const underWay = new WeakMap<Socket, Promise<void>>()

/**
 * Answers a request that came over a connection. One that a client sent without waiting for the answer to the one
 * before sees what that one did (RFC 9112, 9.3.2); those of HTTP/2 are independent of each other.
 */
export function answer(by: Answering, request: IncomingMessage, response: ServerResponse): void {
  if (request.httpVersionMajor > 1) {
    void respond(by, request, response)

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
}

/** A request without a body that is answered at once waits for nothing, and nothing for it. */
function respond(
  by: Answering,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  if (!hasBody(request)) return respondTo(by, request, undefined, response)

  return readBody(request, bodyLimitOf(by.service, request)).then(
    (body) => respondTo(by, request, body, response),
    (error: unknown) => refuse(response, error),
  )
}

function respondTo(
  by: Answering,
  request: IncomingMessage,
  body: Uint8Array | undefined,
  response: ServerResponse,
): Promise<void> | undefined {
  let incoming: Request

  try {
    incoming = toIncoming(request, body, by.prefix)
  } catch (error) {
    refuse(response, error)

    return undefined
  }

  try {
    const reply = replyTo(by, incoming)
    const sent =
      reply instanceof Promise
        ? reply.then((answered) => writeReply(response, answered))
        : writeReply(response, reply)

    return sent?.catch((error: unknown) => fail(response, error))
  } catch (error) {
    fail(response, error)

    return undefined
  }
}

function refuse(response: ServerResponse, error: unknown): void {
  giveUp(response, 400, { Message: `The request can't be read: ${messageOf(error)}.` })
}

function fail(response: ServerResponse, error: unknown): void {
  giveUp(response, 500, { Message: 'The sandbox failed to answer.', ExceptionMessage: messageOf(error) })
}

function bodyLimitOf(service: Service, request: IncomingMessage): number {
  return service.routeFor(request.method ?? 'GET', pathOf(request))?.bodyLimit ?? defaultBodyLimit
}

function replyTo({ service, safety, foreign = [] }: Answering, incoming: Request): Reply | Promise<Reply> {
  if (foreign.length === 0) return service.handle(incoming, safety)

  return answerWithMsw(foreign, incoming).then((overridden) =>
    overridden === undefined || overridden === 'passthrough' ? service.handle(incoming, safety) : overridden,
  )
}

/** Ends what can't go on: a request that could not be read, or a reply that could not be written. */
function giveUp(response: ServerResponse, status: number, reason: object): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()

    return
  }

  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' })
  response.end(JSON.stringify(reason))
}

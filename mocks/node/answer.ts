import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'msw'
import type { Request } from '../http/call.ts'
import { answerWithMsw } from '../http/foreign-handlers.ts'
import { defaultBodyLimit } from '../http/route.ts'
import type { Safety } from '../http/safety.ts'
import type { Service } from '../http/service.ts'
import { pathOf, readBody, toIncoming, writeReply } from './exchange.ts'

/** What answers the requests of a server. */
export interface Answering {
  readonly service: Service
  readonly safety: Safety
  /** Handlers in front of the service's own. */
  readonly foreign?: readonly RequestHandler[] | undefined
  /** What stands in front of the service's paths in every link: `/backend`. A request comes without it. */
  readonly prefix?: string | undefined
}

/** Answers a request that came over a connection. */
export function answer(by: Answering, request: IncomingMessage, response: ServerResponse): void {
  receive(by, request).then(
    (incoming) =>
      respond(by, incoming, response).catch((error: unknown) =>
        giveUp(response, 500, { Message: 'The sandbox failed to answer.', ExceptionMessage: textOf(error) }),
      ),
    (error: unknown) => giveUp(response, 400, { Message: `The request can't be read: ${textOf(error)}.` }),
  )
}

function bodyLimitOf(service: Service, request: IncomingMessage): number {
  return service.routeFor(request.method ?? 'GET', pathOf(request))?.bodyLimit ?? defaultBodyLimit
}

async function receive({ service, prefix = '' }: Answering, request: IncomingMessage): Promise<Request> {
  const body = await readBody(request, (of) => bodyLimitOf(service, of))

  return toIncoming(request, body, prefix)
}

async function respond(
  { service, safety, foreign = [] }: Answering,
  incoming: Request,
  response: ServerResponse,
): Promise<void> {
  const overridden = foreign.length > 0 ? await answerWithMsw(foreign, incoming) : undefined

  const reply = overridden === undefined || overridden === 'passthrough' ? undefined : overridden

  return writeReply(response, reply ?? (await service.handle(incoming, safety)))
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

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

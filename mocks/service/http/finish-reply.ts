import type { Warning } from '../../data/model/shared/warnings.ts'
import { ApiError } from '../../data/model/shared/errors.ts'
import type { Exchange } from '../../data/model/exchanges/exchange.ts'
import { expiryText } from '../../sandbox/lifetime/use-and-expiry.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { withCorsHeaders } from './access/cors.ts'
import type { Reply } from './replies/reply.ts'
import { completeReply, errorReply, notModifiedIfMatched, unexpectedReply } from './replies/reply.ts'
import { isRead, type ServiceRequest } from './service-request.ts'
import { enforcedError, inHeader } from './call.ts'

/** The response header with the warnings. */
const warningHeader = 'X-Sandbox-Warning'

/** If the sandbox's validation level is `enforce`, replaces the reply to a request with warnings by an error. */
export function rejectIfEnforced(exchange: Exchange, sandbox: Sandbox, reply: Reply): Reply {
  const error = reply.status < 400 ? enforcedError(exchange, sandbox) : undefined

  return error ? errorReply(error) : reply
}

const clockAtEnd: Warning = {
  place: 'clock',
  text: 'The clock is at the end of the years 1 to 9999, where it stops.',
  isAccepted: true,
}

/** The reply with the headers for warnings, for an expired sandbox that had the same id, and with the time of the sandbox. */
export function withWarningsExpiryAndDate(
  { warnings }: Exchange,
  { clock, predecessor }: Sandbox,
  reply: Reply,
): Reply {
  if (!warnings && !predecessor && clock.isMachineTime) return reply

  const all = clock.isAtEnd ? [...(warnings ?? []), clockAtEnd] : warnings
  const headers = {
    ...(all ? { [warningHeader]: inHeader(all) } : {}),
    ...(predecessor ? { 'X-Sandbox-Expired': expiryText(predecessor) } : {}),
    // Otherwise the door sends the machine's time, like any server.
    ...(clock.isMachineTime ? {} : { Date: new Date(clock.now()).toUTCString() }),
  }

  return { ...reply, headers: { ...reply.headers, ...headers } }
}

/** Adds a request with its reply to the journal and the activity, and informs the listener. */
export function recordInJournal(
  exchange: Exchange,
  sandbox: Sandbox,
  reply: Reply,
  onJournaled?: (entry: Exchange) => void,
): void {
  const { time, route } = exchange

  exchange.completeWith(reply)
  sandbox.journal.add(exchange)
  sandbox.activity.count({ time, route, method: exchange.method, status: reply.status })
  onJournaled?.(exchange)
}

/** Adds length, ETag and CORS headers, and handles HEAD and conditional requests. */
export function finishReply(request: ServiceRequest, reply: Reply, mayReadResponse: boolean): Reply {
  if (reply.failure) {
    const later = reply.later?.then((ready) => finishReply(request, ready, mayReadResponse))

    return later ? { ...reply, later } : reply
  }

  const completed = completeReply(reply, isRead(request))
  const conditional = isRead(request)
    ? notModifiedIfMatched(completed, request.header('if-none-match'))
    : completed
  const sent = request.method === 'HEAD' ? { ...conditional, body: null } : conditional

  return mayReadResponse ? withCorsHeaders(request, sent) : sent
}

export function errorReplyTo(error: unknown, request: ServiceRequest): Reply {
  return error instanceof ApiError ? errorReply(error) : unexpectedReply(error, request)
}

/** Runs an operation; converts an error to a reply. */
export function orErrorReply(
  request: ServiceRequest,
  operate: () => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const fail = (error: unknown) => errorReplyTo(error, request)

  try {
    const reply = operate()

    return reply instanceof Promise ? reply.catch(fail) : reply
  } catch (error) {
    return fail(error)
  }
}

/** The error that a check throws, if it does. */
export function thrownBy(check: () => void): unknown {
  try {
    check()

    return undefined
  } catch (error) {
    return error
  }
}

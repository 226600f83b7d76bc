import { ApiError } from '../model/shared/errors.ts'
import type { JournalEntry } from '../sandbox/journal/journal-entry.ts'
import { describe } from '../sandbox/lifetime/expiry.ts'
import type { AcquiredSandbox } from '../sandbox/lifetime/live-sandbox.ts'
import { shareWithOrigin } from './access/cors.ts'
import { complete, errorReply, unlessMatched, type Reply } from './replies/reply.ts'
import { unexpectedReply } from './replies/unexpected.ts'
import type { Request } from './request.ts'
import { inHeader, warningsAsError, warningHeader } from './warnings.ts'

/** Rejects a request with warnings that got a response, where the sandbox enforces. */
export function enforced({ warnings }: JournalEntry, { sandbox }: AcquiredSandbox, reply: Reply): Reply {
  const isRejected = warnings && sandbox.runtimeSettings.validation === 'enforce' && reply.status < 400

  return isRejected ? errorReply(warningsAsError(warnings)) : reply
}

/** Tells in headers what was invalid or ignored in the request, whose place the sandbox took, and what time it is there. */
export function told(
  { warnings }: JournalEntry,
  { sandbox: { clock }, opened }: AcquiredSandbox,
  reply: Reply,
): Reply {
  if (!warnings && !opened.predecessor && clock.isMachines) return reply

  const headers = {
    ...(warnings ? { [warningHeader]: inHeader(warnings) } : {}),
    ...(opened.predecessor ? { 'X-Sandbox-Expired': describe(opened.predecessor) } : {}),
    // The machine's is said by the door, as by any server.
    ...(clock.isMachines ? {} : { Date: new Date(clock.now()).toUTCString() }),
  }

  return { ...reply, headers: { ...reply.headers, ...headers } }
}

/** Notes in the journal how a request was answered, and tells whoever listens. */
export function journaled(
  entry: JournalEntry,
  { sandbox }: AcquiredSandbox,
  reply: Reply,
  onResponse?: (entry: JournalEntry) => void,
): Reply {
  const { time, route } = entry

  entry.answeredWith(reply)
  sandbox.journal.add(entry)
  sandbox.activity.note({ time, route, method: entry.method, status: reply.status })
  onResponse?.(entry)

  return reply
}

export function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

export function finish(request: Request, reply: Reply, isShared: boolean): Reply {
  if (reply.failure) return reply

  const completed = complete(reply, isRead(request))
  const conditional = isRead(request) ? unlessMatched(completed, request.header('if-none-match')) : completed
  const sent = request.method === 'HEAD' ? { ...conditional, body: null } : conditional

  return isShared ? shareWithOrigin(request, sent) : sent
}

export function failureReply(error: unknown, request: Request): Reply {
  return error instanceof ApiError ? errorReply(error) : unexpectedReply(error, request)
}

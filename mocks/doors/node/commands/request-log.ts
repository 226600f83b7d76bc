import { maxDifferences } from '../../../service/http/ask-upstream.ts'
import { styleText } from 'node:util'
import type { JournalEntry } from '../../../client/operations.ts'
import { defaultSandboxId } from '../../../sandbox/sandbox-id.ts'
import type { Sandboxes } from '../../../sandbox/sandboxes.ts'
import type { Exchange } from '../../../data/model/exchanges/exchange.ts'
import { operationText } from '../../../sandbox/journal/graphql-operation.ts'
import { redactSecrets } from '../../../sandbox/journal/secrets.ts'

/** A line of the request log, written when the response to an application has been sent. */
type LoggedRequest = ReturnType<typeof loggedRequest>

export function loggedRequest(entry: Exchange, sandboxes: Sandboxes) {
  const { method, path, search, operation, status, duration, sandboxId, user, unmatched, upstream } = entry
  const { faults } = sandboxes.find(sandboxId).newest.runtime.tables
  // As "fault-1 (latency)".
  const applied = entry.faults?.map((id) => `${id} (${faults.find('id', id)?.rule.effect.kind ?? 'removed'})`)

  return {
    method,
    path: redactSecrets(search === '' ? path : `${path}?${search}`),
    ...(operation ? { graphql: operationText(operation) } : {}),
    /** 0 if no response was sent. */
    status,
    ms: Math.round(duration * 10) / 10,
    ...(sandboxId === defaultSandboxId ? {} : { sandbox: sandboxId }),
    ...(user === undefined ? {} : { user }),
    ...(applied === undefined || applied.length === 0 ? {} : { faults: applied }),
    // The route that is most similar, if none matches, and why it does not match.
    ...(unmatched?.nearest ? { nearest: `${unmatched.nearest.path} (${unmatched.reason})` } : {}),
    ...(upstream ? upstreamNotes(upstream) : {}),
    ...(entry.warnings
      ? { warnings: entry.warnings.map(({ place, text }) => redactSecrets(`${place}: ${text}`)) }
      : {}),
  }
}

export function journalLine(entry: JournalEntry): string {
  const { method, path, query, status, duration_ms: ms, user, faults, unmatched, upstream, warnings } = entry
  const { nearest, reason } = unmatched ?? {}
  const request: LoggedRequest = {
    method,
    path: query === '' ? path : `${path}?${query}`,
    status,
    ms: Math.round(ms * 10) / 10,
    ...(user === null ? {} : { user }),
    ...(faults.length === 0 ? {} : { faults }),
    ...(nearest ? { nearest: `${nearest.path} (${reason})` } : {}),
    ...(upstream ? upstreamNotes(upstream) : {}),
    warnings: warnings.map(({ place, text }) => `${place}: ${text}`),
  }

  return requestLine(request, process.stdout.isTTY)
}

/** What a request was passed on to, or why it was not; and in how many places the response differed, if it was compared. */
function upstreamNotes({ name, failure, differences }: NonNullable<Exchange['upstream']>) {
  return { upstream: failure ?? name, ...(differences && { differences: differences.length }) }
}

export type RequestPrinter = (request: LoggedRequest) => void

/** Prints requests as text or JSON; undefined for `--quiet`. */
export function requestPrinter(
  { quiet, json }: { quiet: boolean; json: boolean },
  stream: NodeJS.WriteStream,
): RequestPrinter | undefined {
  if (json) return (request) => stream.write(`${JSON.stringify({ event: 'request', ...request })}\n`)

  return quiet ? undefined : (request) => stream.write(`${requestLine(request, stream.isTTY)}\n`)
}

/** Further warnings are only counted. */
const maxWarnings = 2

/** A line to be read by people: the request, followed by notes. */
function requestLine(request: LoggedRequest, isColoured: boolean): string {
  const { method, path, status, ms, differences, warnings = [] } = request
  const { graphql, sandbox, faults, upstream, nearest } = request
  const notes = [
    graphql,
    sandbox && `in ${sandbox}`,
    faults?.join(', '),
    upstream && `upstream: ${upstream}`,
    differences === undefined ? undefined : comparison(differences),
    nearest && `nearest: ${nearest}`,
    ...warnings.slice(0, maxWarnings).map((warning) => `warning: ${warning}`),
    warnings.length > maxWarnings && `and ${warnings.length - maxWarnings} more warnings`,
  ].filter(Boolean)
  const shown = status === 0 ? '---' : String(status)
  const colour = status === 0 || status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green'
  const line = `  ${isColoured ? styleText(colour, shown) : shown} ${method.padEnd(6)} ${printable(path)} ${ms} ms`

  return notes.length === 0 ? line : `${line}  ${printable(notes.join(' · '))}`
}

function comparison(differences: number): string {
  if (differences === 0) return 'the same'

  return `differs in ${differences}${differences < maxDifferences ? '' : ' places or more'}`
}

/** Replaces control characters, by which a client could control the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '?')
}

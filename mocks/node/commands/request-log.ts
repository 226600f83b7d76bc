import { styleText } from 'node:util'
import { defaultSandboxId } from '../../sandbox/sandbox-id.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import type { JournalEntry } from '../../sandbox/journal/journal-entry.ts'
import { hideInAddress } from '../../sandbox/journal/secrets.ts'

/** A line of the request log, written when an application's request is complete. */
export interface LoggedRequest {
  readonly method: string
  /** With its query, without what is secret in it. */
  readonly path: string
  /** 0 where no response was sent. */
  readonly status: number
  readonly ms: number
  /** Undefined for the default one. */
  readonly sandbox?: string
  readonly user?: string
  /** The faults that affected it: `fault-1 (latency)`. */
  readonly faults?: readonly string[]
  /** Where no route matches: the nearest one, and why it does not match. */
  readonly nearest?: string
  readonly warnings?: readonly string[]
}

/** The console's own requests are none of an application. */
export function loggedRequest(entry: JournalEntry, sandboxes: Sandboxes): LoggedRequest | undefined {
  if (entry.source === 'console') return undefined

  const { method, path, search, status, duration, sandbox, user, unmatched } = entry
  const { faults } = sandboxes.find(sandbox).sandbox
  const met = entry.faults?.map((id) => `${id} (${faults.find(id)?.rule.effect.kind ?? 'removed'})`)

  return {
    method,
    path: hideInAddress(search === '' ? path : `${path}?${search}`),
    status,
    ms: Math.round(duration * 10) / 10,
    ...(sandbox === defaultSandboxId ? {} : { sandbox }),
    ...(user === undefined ? {} : { user }),
    ...(met === undefined || met.length === 0 ? {} : { faults: met }),
    ...(unmatched ? { nearest: `${unmatched.nearest.path} (${unmatched.reason})` } : {}),
    ...(entry.warnings ? { warnings: entry.warnings.map(({ place, text }) => `${place}: ${text}`) } : {}),
  }
}

export type RequestPrinter = (request: LoggedRequest) => void

/** Prints requests as the settings say; undefined where they say not to. */
export function requestPrinter(
  { quiet, json }: { quiet: boolean; json: boolean },
  stream: NodeJS.WriteStream,
): RequestPrinter | undefined {
  if (json) return (request) => stream.write(`${JSON.stringify({ event: 'request', ...request })}\n`)

  return quiet ? undefined : (request) => stream.write(`${requestLine(request)}\n`)
}

/** More warnings are counted only. */
const maxWarnings = 2

/** For people: one line, and what is odd about it. */
function requestLine(request: LoggedRequest): string {
  const { method, path, status, ms, sandbox, faults = [], nearest, warnings = [] } = request
  const notes = [
    ...(sandbox === undefined ? [] : [`in ${sandbox}`]),
    ...(faults.length === 0 ? [] : [faults.join(', ')]),
    ...(nearest === undefined ? [] : [`nearest: ${nearest}`]),
    ...warnings.slice(0, maxWarnings).map((warning) => `warning: ${warning}`),
    ...(warnings.length > maxWarnings ? [`and ${warnings.length - maxWarnings} warnings more`] : []),
  ]
  const shown = status === 0 ? '---' : String(status)
  const line = `  ${colour(shown, status)} ${method.padEnd(6)} ${printable(path)} ${ms} ms`

  return notes.length === 0 ? line : `${line}  ${printable(notes.join(' · '))}`
}

/** Escapes control characters: a client must not control the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '?')
}

function colour(text: string, status: number): string {
  const of = status === 0 || status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green'

  return process.stdout.isTTY ? styleText(of, text) : text
}

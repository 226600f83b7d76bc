import type { JournalEntry, KeptBody } from '../../sandbox/journal/journal-entry.ts'
import { hideInForm, hideSecrets } from './secrets.ts'

/** Headers that doors add or read by themselves; without them every door leaves the same journal. */
const transportHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
])

/** Headers whose values are nobody's business. */
const secretHeaders = new Set(['cookie', 'x-sandbox-control'])
/** Headers that say who sends a request. */
const credentialHeaders = new Set(['authorization', 'x-auth-token'])

/** A body as JSON: text where it is text, else base64. */
export interface BodyResource {
  text?: string
  base64?: string
  /** Bytes of the whole body. */
  size: number
  /** Whether there was more than is kept. */
  truncated: boolean
}

/** An entry of the journal as JSON. */
export interface JournalEntryResource {
  sequence: number
  /** ISO 8601 UTC, on the sandbox's clock. */
  time: string
  duration_ms: number
  sandbox: string
  /** `console` for the console's own calls. */
  source: string | null
  user: string | null
  method: string
  path: string
  query: string
  /** Path of the route that answered. */
  route: string | null
  status: number
  faults: readonly string[]
  scenario: string | null
  unmatched: JournalEntry['unmatched'] | null
  request: { headers: Record<string, string>; body: BodyResource | null }
  response: { headers: Record<string, string>; body: BodyResource | 'streamed' | null }
}

export function journalEntryResource(entry: JournalEntry): JournalEntryResource {
  const { responseBody } = entry

  return {
    sequence: entry.sequence,
    time: new Date(entry.time).toISOString(),
    duration_ms: Math.round(entry.duration * 1000) / 1000,
    sandbox: entry.sandbox,
    source: entry.source ?? null,
    user: entry.user ?? null,
    method: entry.method,
    path: entry.path,
    query: hideInForm(entry.search),
    route: entry.route ?? null,
    status: entry.status,
    faults: entry.faults ?? [],
    scenario: entry.scenario ?? null,
    unmatched: entry.unmatched ?? null,
    request: { headers: requestHeaders(entry), body: bodyResource(entry.requestBody) },
    response: {
      headers: { ...entry.responseHeaders },
      body: responseBody === 'streamed' ? responseBody : bodyResource(responseBody),
    },
  }
}

function requestHeaders(entry: JournalEntry): Record<string, string> {
  const kept = [...entry.headers()].filter(([name]) => !transportHeaders.has(name))

  return Object.fromEntries(
    kept.map(([name, value]) => {
      if (secretHeaders.has(name)) return [name, '[hidden]']

      return [name, credentialHeaders.has(name) ? `[${entry.user ?? 'unknown'}]` : value]
    }),
  )
}

function bodyResource(body: KeptBody | undefined): BodyResource | null {
  if (!body) return null

  const { content, size, isTruncated: truncated } = body
  const text = typeof content === 'string' ? content : decode(content, truncated)

  return text === undefined
    ? {
        base64: btoa(Array.from(content as Uint8Array, (byte) => String.fromCharCode(byte)).join('')),
        size,
        truncated,
      } // text is only undefined for bytes
    : { text: hideSecrets(text), size, truncated }
}

/** The text that bytes stand for; undefined when they are something else. */
function decode(bytes: Uint8Array, isTruncated: boolean): string | undefined {
  try {
    // A stream may end within a letter, as a truncated body may.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isTruncated })
  } catch {
    return undefined // not UTF-8, so no text
  }
}

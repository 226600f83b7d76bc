import { Timestamp } from '../../model/shared/json.ts'
import { z } from 'zod'
import type { JournalEntry, RecordedBody } from '../../sandbox/journal/journal-entry.ts'
import { hideInAddress, hideInForm, hideSecrets, isSecretName } from '../../sandbox/journal/secrets.ts'

/** Headers that doors add or read by themselves; without them every door leaves the same journal. */
const transportHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
])

/** Headers that hold an address. */
const addressHeaders = new Set(['referer', 'location', 'link'])
/** Headers that say who sends a request. */
const credentialHeaders = new Set(['authorization', 'x-auth-token'])

/** A body as JSON: text where it is text, else base64. */
const BodyResource = z.object({
  text: z.string().optional(),
  base64: z.string().optional(),
  size: z.int().describe('Bytes of the whole body.'),
  truncated: z.boolean().describe('Whether the recorded body is truncated.'),
})
export type BodyResource = z.infer<typeof BodyResource>

const headers = z.record(z.string(), z.string())

/** An entry of the journal as JSON. */
export const JournalEntryResource = z
  .object({
    sequence: z.int(),
    time: Timestamp.describe('On the clock of the sandbox.'),
    duration_ms: z.number(),
    sandbox: z.string(),
    source: z.string().nullable().describe('`console` for the console’s own calls.'),
    user: z.string().nullable(),
    method: z.string(),
    path: z.string(),
    query: z.string(),
    route: z.string().nullable().describe('Path of the matched route.'),
    status: z.int(),
    faults: z.array(z.string()).readonly(),
    scenario: z.string().nullable(),
    unmatched: z
      .object({
        nearest: z.object({ methods: z.array(z.string()).readonly(), path: z.string() }),
        reason: z.string(),
      })
      .nullable(),
    warnings: z
      .array(z.object({ place: z.string(), text: z.string() }))
      .readonly()
      .describe(
        'What is invalid or ignored in the request, each with a JSON pointer or the name of a parameter.',
      ),
    request: z.object({ headers, body: BodyResource.nullable() }),
    response: z.object({ headers, body: z.union([BodyResource, z.literal('streamed')]).nullable() }),
  })
  .meta({ id: 'JournalEntry' })
export type JournalEntryResource = z.infer<typeof JournalEntryResource>

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
    warnings: entry.warnings ?? [],
    request: { headers: requestHeaders(entry), body: bodyResource(entry.requestBody) },
    response: {
      headers: Object.fromEntries(Object.entries(entry.responseHeaders).map(shownHeader)),
      body: responseBody === 'streamed' ? responseBody : bodyResource(responseBody),
    },
  }
}

function requestHeaders(entry: JournalEntry): Record<string, string> {
  const kept = [...entry.headers()].filter(([name]) => !transportHeaders.has(name))

  return Object.fromEntries(
    kept.map(([name, value]) =>
      credentialHeaders.has(name) ? [name, `[${entry.user ?? 'unknown'}]`] : shownHeader([name, value]),
    ),
  )
}

function shownHeader([name, value]: readonly [string, string]): [string, string] {
  if (isSecretName(name)) return [name, '[hidden]']

  return [name, addressHeaders.has(name.toLowerCase()) ? hideInAddress(value) : value]
}

function bodyResource(body: RecordedBody | undefined): BodyResource | null {
  if (!body) return null

  const { content, size, isTruncated: truncated } = body
  const text = decode(content, truncated)

  return text === undefined
    ? { base64: btoa(Array.from(content, (byte) => String.fromCharCode(byte)).join('')), size, truncated }
    : { text: hideSecrets(text), size, truncated }
}

/** The text that bytes encode; undefined when they are something else. */
function decode(bytes: Uint8Array, isTruncated: boolean): string | undefined {
  try {
    // A stream may end within a letter, as a truncated body may.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isTruncated })
  } catch {
    return undefined // not UTF-8, so no text
  }
}

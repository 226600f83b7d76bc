import { z } from 'zod'
import { ExchangeMarks } from '../../data/model/exchanges/exchange-marks.ts'
import type { Exchange, RecordedBody } from '../../data/model/exchanges/exchange.ts'
import { binaryString } from '../../data/model/shared/bytes.ts'
import { Timestamp } from '../../data/model/shared/json.ts'
import { redactForm, redactSecrets, redactValue, isSecretName } from './secrets.ts'

/** Headers that depend on the door. They are omitted, so that the journal is the same at every door. */
const transportHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
])

/** Headers with credentials, which are replaced by the name of the user. */
const credentialHeaders = new Set(['authorization', 'x-auth-token', 'x-gql-token'])

/** A body as JSON: as text if it is UTF-8, otherwise as base64. */
const BodyResource = z.object({
  text: z.string().optional(),
  base64: z.string().optional(),
  size: z.int().describe('Size of the full body, in bytes.'),
  truncated: z.boolean().describe('Whether the recorded body is truncated.'),
})
export type BodyResource = z.infer<typeof BodyResource>

const headers = z.record(z.string(), z.string())

export const JournalEntryResource = ExchangeMarks.extend({
  time: Timestamp.describe('On the clock of the sandbox.'),
  duration_ms: z.number(),
  method: z.string(),
  query: z.string(),
  status: z.int(),
  request: z.object({ headers, body: BodyResource.nullable() }),
  response: z.object({ headers, body: z.union([BodyResource, z.literal('streamed')]).nullable() }),
}).meta({ id: 'JournalEntry' })
export type JournalEntryResource = z.infer<typeof JournalEntryResource>

export function journalEntryResource(entry: Exchange): JournalEntryResource {
  const { graphql, responseBody } = entry

  return {
    sequence: entry.sequence,
    time: new Date(entry.time).toISOString(),
    duration_ms: Math.round(entry.duration * 1000) / 1000,
    sandbox: entry.sandboxId,
    source: entry.source ?? null,
    user: entry.user ?? null,
    method: entry.method,
    path: redactSecrets(entry.path),
    query: redactForm(entry.search),
    route: entry.route ?? null,
    graphql: graphql ? { ...graphql, variables: redactValue(graphql.variables) } : null,
    status: entry.status,
    faults: entry.faults ?? [],
    scenario: entry.scenario ?? null,
    upstream: entry.upstream ?? null,
    outgoing: entry.message === undefined ? null : { message: entry.message, to: entry.base },
    unmatched: entry.unmatched ?? null,
    warnings: redactValue((entry.warnings ?? []).map(({ place, text }) => ({ place, text }))),
    request: { headers: requestHeaders(entry), body: bodyResource(entry.requestBody) },
    response: {
      headers: Object.fromEntries(Object.entries(entry.responseHeaders).map(redactedHeader)),
      body: responseBody === 'streamed' ? responseBody : bodyResource(responseBody),
    },
  }
}

function requestHeaders(entry: Exchange): Record<string, string> {
  const kept = [...entry.request.headers()].filter(([name]) => !transportHeaders.has(name))

  return Object.fromEntries(
    kept.map(([name, value]) =>
      credentialHeaders.has(name) ? [name, `[${entry.user ?? 'unknown'}]`] : redactedHeader([name, value]),
    ),
  )
}

function redactedHeader([name, value]: readonly [string, string]): [string, string] {
  return [name, isSecretName(name) && value !== 'true' ? '[redacted]' : redactSecrets(value)]
}

function bodyResource(body: RecordedBody | undefined): BodyResource | null {
  if (!body) return null

  const { content, size, isTruncated: truncated } = body
  const text = decode(content, truncated)

  return text === undefined
    ? { base64: btoa(redactSecrets(binaryString(content))), size, truncated }
    : { text: redactSecrets(text), size, truncated }
}

/** The text of bytes; undefined when they are not UTF-8. */
function decode(bytes: Uint8Array, isTruncated: boolean): string | undefined {
  try {
    // Truncation may split a character, which stream mode accepts.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isTruncated })
  } catch {
    return undefined // not UTF-8
  }
}

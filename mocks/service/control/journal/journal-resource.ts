import { Timestamp } from '../../../data/model/shared/json.ts'
import { z } from 'zod'
import { binaryString } from '../../../data/model/shared/bytes.ts'
import type { JournalEntry } from '../../../sandbox/journal/journal-entry.ts'
import type { RecordedBody } from '../../../sandbox/journal/recorded.ts'
import { operationTypes } from '../../../sandbox/journal/graphql-operation.ts'
import { redactForm, redactSecrets, redactValue, isSecretName } from '../../../sandbox/journal/secrets.ts'

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

/** An entry of the journal as JSON. */
export const JournalEntryResource = z
  .object({
    sequence: z.int(),
    time: Timestamp.describe('On the clock of the sandbox.'),
    duration_ms: z.number(),
    sandbox: z.string(),
    source: z
      .string()
      .nullable()
      .describe(
        'Value of `X-Sandbox-Source`: `replay` or `explorer` for what was sent again or by hand in the console, `recording` for what `--replay` loaded; null without one.',
      ),
    user: z.string().nullable(),
    method: z.string(),
    path: z.string(),
    query: z.string(),
    route: z
      .string()
      .nullable()
      .describe('Path of the matched route; `user-handler` if a user handler returned the response.'),
    graphql: z
      .object({
        type: z.enum(operationTypes),
        operation: z.string().nullable().describe('Its name; null if it has none.'),
        fields: z.array(z.string()).readonly().describe('The names of its root fields, without aliases.'),
        variables: z.unknown().describe('Null if they are unknown, because the body was truncated.'),
      })
      .nullable()
      .describe('The GraphQL operation of the request; null if it has none.'),
    status: z.int(),
    faults: z.array(z.string()).readonly(),
    scenario: z.string().nullable(),
    upstream: z
      .object({
        name: z.string().describe('Its address, or the name of the recording.'),
        failure: z.string().nullable().describe('Why the sandbox answered instead; null if it did not.'),
        differences: z
          .array(z.string())
          .readonly()
          .optional()
          .describe('Where the sandbox’s answer differs, if that was sent and the two were compared.'),
      })
      .nullable()
      .describe('What the request was passed on to; null if it was not.'),
    unmatched: z
      .object({
        nearest: z.object({ methods: z.array(z.string()).readonly(), path: z.string() }).nullable(),
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
    path: redactSecrets(entry.path),
    query: redactForm(entry.search),
    route: entry.route ?? null,
    graphql: redactedOperation(entry),
    status: entry.status,
    faults: entry.faults ?? [],
    scenario: entry.scenario ?? null,
    upstream: entry.upstream ?? null,
    unmatched: entry.unmatched ?? null,
    warnings: redactValue((entry.warnings ?? []).map(({ place, text }) => ({ place, text }))),
    request: { headers: requestHeaders(entry), body: bodyResource(entry.requestBody) },
    response: {
      headers: Object.fromEntries(Object.entries(entry.responseHeaders).map(redactedHeader)),
      body: responseBody === 'streamed' ? responseBody : bodyResource(responseBody),
    },
  }
}

function redactedOperation({ graphql }: JournalEntry): JournalEntryResource['graphql'] {
  if (!graphql) return null

  return { ...graphql, variables: redactValue(graphql.variables) }
}

function requestHeaders(entry: JournalEntry): Record<string, string> {
  const kept = [...entry.headers()].filter(([name]) => !transportHeaders.has(name))

  return Object.fromEntries(
    kept.map(([name, value]) =>
      credentialHeaders.has(name) ? [name, `[${entry.user ?? 'unknown'}]`] : redactedHeader([name, value]),
    ),
  )
}

function redactedHeader([name, value]: readonly [string, string]): [string, string] {
  return [name, isSecretName(name) ? '[redacted]' : redactSecrets(value)]
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
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isTruncated })
  } catch {
    return undefined // not UTF-8
  }
}

import { z } from 'zod'
import type { QueryCall, Call } from '../../http/call.ts'
import { eventStream } from '../../http/replies/event-stream.ts'
import { json, noContent, type Reply } from '../../http/replies/reply.ts'
import { count, oneOf, text, type QueryOf } from '../../http/declare-request.ts'
import { ErrorBody, optional, reply, type Route } from '../../http/declare-route.ts'
import { del, get, post } from '../control-route.ts'
import { rejectMisspeltPatterns } from '../misspelt-patterns.ts'
import { ApiError, NotFound } from '../../../data/model/shared/errors.ts'
import { inSlices, type Sliced } from '../../../data/model/shared/slices.ts'
import type { Exchange } from '../../../data/model/exchanges/exchange.ts'
import type { Journal } from '../../../sandbox/journal/journal.ts'
import { RequestMatcher } from '../../../sandbox/faults/request-pattern.ts'
import { Expectation, verify, type Verdict } from '../../../sandbox/journal/verification.ts'
import type { Difference } from '../../../sandbox/journal/json-difference.ts'
import { redactValue } from '../../../sandbox/journal/secrets.ts'
import { archiveOf } from '../../../sandbox/journal/har-export.ts'
import { Har } from '../../../data/model/exchanges/har.ts'
import { JournalEntryResource, journalEntryResource } from '../../../sandbox/journal/journal-entry.ts'

/** The filters of the journal. */
export const journalParameters = {
  method: text('Only requests of this method.'),
  path: z
    .string()
    .startsWith('/', 'Expected a path pattern such as "/api/entities/:id".')
    .describe('Only requests to paths that match this pattern.'),
  status: z
    .string()
    .regex(/^[1-5](\d\d|xx)$/i, 'Expected a status such as 404, or a class such as 4xx.')
    .describe('Only requests with this response status: `404`, or `4xx`.'),
  user: text('Only requests of this user; if empty, anonymous requests.'),
  outgoing: oneOf(
    ['yes', 'no'],
    'Only messages sent to receivers (`yes`), or only requests received (`no`).',
  ),
  source: text(
    'Only requests from this source: `replay`, or `-replay` for all others; if empty, from applications.',
  ),
  operation: text('Only GraphQL requests of the operation with this name.'),
  field: text('Only GraphQL requests with this root field, such as `allM_Asset`.'),
  text: text('Only requests whose path, query or bodies contain this text; case-insensitive.'),
  faults: oneOf(['yes', 'no'], 'Only requests that faults affected (`yes`) or did not affect (`no`).'),
  since: count('Only entries after this sequence number.'),
  limit: count('Maximum number of entries; the latest are returned.'),
}
type Query = QueryOf<typeof journalParameters>

const JournalPage = z.object({
  items: z.array(JournalEntryResource),
  total_items: z.int().describe('How many entries match.'),
  dropped: z.int().describe('Number of entries evicted since `since`.'),
  last_sequence: z.int(),
  capacity: z.int(),
})

const VerdictResource = z.object({
  ok: z.boolean(),
  found: z.int(),
  entries: z.array(JournalEntryResource.pick({ sequence: true, method: true, path: true, status: true })),
  nearest: JournalEntryResource.extend({
    differences: z
      .array(z.object({ path: z.string(), expected: z.unknown().optional(), actual: z.unknown().optional() }))
      .describe('The first 100.'),
  }).optional(),
})

/** The requests to the sandbox and their responses. @param allRoutes the routes that expected requests may be for */
export const journal = (allRoutes: () => readonly Route[]): Route[] => [
  get('/__sandbox/journal', readJournal, {
    description:
      'Lists the latest requests; with `Accept: text/event-stream`, streams them as they are recorded.',
    query: journalParameters,
    headers: { 'Last-Event-ID': text('Sequence of the last entry that the client received, for a stream.') },
    replies: {
      200: {
        ...reply('The entries, the oldest first.', JournalPage, {
          'Cache-Control': optional('`no-cache`, of a stream.'),
          'X-Accel-Buffering': optional('`no`, of a stream.'),
        }),
        mediaTypes: ['application/json', 'text/event-stream'],
      },
    },
  }),
  del('/__sandbox/journal', clearJournal, {
    description: 'Empties the journal.',
    replies: { 204: reply('The journal is empty.') },
  }),
  get('/__sandbox/journal/har', exportJournal, {
    description: 'Exports the journal as an HTTP Archive (HAR).',
    query: journalParameters,
    replies: {
      200: reply('The archive.', Har, {
        'Content-Disposition': 'A name for the file.',
      }),
    },
  }),
  get('/__sandbox/journal/:sequence', readEntry, {
    description: 'Reads an entry.',
    params: { sequence: count('Sequence of an entry.') },
    replies: { 200: reply('The entry.', JournalEntryResource) },
  }),
  post('/__sandbox/journal/verify', (call) => verifyJournal(call, allRoutes()), {
    description: 'Verifies that the expected requests were received; if not, returns the most similar one.',
    body: Expectation,
    replies: {
      200: reply('The verdict.', VerdictResource),
      409: reply('The result can’t be determined: entries were evicted, or a body was truncated.', ErrorBody),
    },
  }),
]

/** How many entries a read returns without a limit. */
const defaultLimit = 100

function readJournal(call: QueryCall<typeof journalParameters>): Reply | Sliced<Reply> {
  const { query } = call

  if (/\btext\/event-stream\b/.test(call.request.header('accept') ?? '')) return streamJournal(call, query)

  return journalPage(call.sandbox.journal, query)
}

/** The entries that match when it begins. */
function* journalPage(journal: Journal, query: Query): Sliced<Reply> {
  const position = { dropped: journal.evictedSince(query.since), last_sequence: journal.last }
  const matching = yield* matchingEntries(journal, query)
  const items: JournalEntryResource[] = []

  for (const entry of latest(matching, query.limit ?? defaultLimit))
    yield void items.push(journalEntryResource(entry))

  return json({ items, total_items: matching.length, ...position, capacity: journal.limits.entries })
}

function* matchingEntries(journal: Journal, query: Query): Sliced<readonly Exchange[]> {
  const matches = filterOf(query)
  const matching: Exchange[] = []

  for (const entry of journal.entries(query.since)) {
    if (matches(entry)) matching.push(entry)
    yield
  }

  return matching
}

/**
 * Streams entries as `request` events with the sequence as id, `dropped` when some were evicted before they could be
 * sent, and `cleared` when the journal was cleared. Starts after `Last-Event-ID` or `since`, or else with the next entry.
 */
function streamJournal(call: Call, query: Query): Reply {
  const { journal } = call.sandbox
  const matches = filterOf(query)
  const lastEventId = Number(call.request.header('last-event-id') ?? Number.NaN)
  const given = Number.isNaN(lastEventId) ? (query.since ?? journal.last) : lastEventId
  // A higher number is from another journal, such as before a restart.
  let last = given > journal.last ? 0 : given
  let clearings = journal.clearings

  return eventStream({
    next() {
      if (journal.clearings > clearings) {
        clearings = journal.clearings

        return { event: 'cleared', data: { last_sequence: journal.last } }
      }

      const dropped = journal.evictedSince(last)

      if (dropped > 0) {
        last = journal.lastEvicted

        return { event: 'dropped', data: { count: dropped } }
      }
      while (last < journal.last) {
        const entry = journal.find((last += 1))

        if (entry && matches(entry)) return { id: last, event: 'request', data: journalEntryResource(entry) }
      }

      return undefined
    },
    onChange: (listener) => journal.onChange(listener),
  })
}

function clearJournal(call: Call): Reply {
  call.sandbox.journal.clear()

  return noContent()
}

async function exportJournal(call: QueryCall<typeof journalParameters>): Promise<Reply> {
  const { query } = call
  const matching = await inSlices(matchingEntries(call.sandbox.journal, query))
  const entries = latest(matching, query.limit ?? Infinity)

  return json(await inSlices(archiveOf(entries)), 200, {
    'Content-Disposition': `attachment; filename="${call.sandbox.id}.har"`,
  })
}

function readEntry(call: Call<{ sequence: string }>): Reply {
  const entry = call.sandbox.journal.find(Number(call.params.sequence))

  if (!entry) throw new NotFound(`Journal entry ${call.params.sequence} does not exist or was evicted.`)

  return json(journalEntryResource(entry))
}

async function verifyJournal(call: Call<unknown, Expectation>, routes: readonly Route[]): Promise<Reply> {
  const verdict = await inSlices(verify(call.sandbox.journal, call.body))

  // An application may misspell a path itself.
  if (verdict.found.length === 0) rejectMisspeltPatterns(call.body, routes, call.data)

  if (verdict.unknown !== undefined) {
    throw new ApiError(409, `Failed to verify the journal: ${verdict.unknown}`)
  }

  return json(await inSlices(verdictResource(verdict)))
}

function* verdictResource({ ok, found, nearest }: Verdict): Sliced<z.infer<typeof VerdictResource>> {
  const differences: Difference[] = []

  for (const each of nearest?.differences ?? []) yield void differences.push(withoutSecrets(each))

  return {
    ok,
    found: found.length,
    entries: found.map(({ sequence, method, path, status }) => ({ sequence, method, path, status })),
    ...(nearest && { nearest: { ...journalEntryResource(nearest.entry), differences } }),
  }
}

function withoutSecrets({ path, ...values }: Difference): Difference {
  // As members of that name.
  const named = Object.entries(values).map(([name, value]) => [name, redactValue({ [path]: value })[path]])

  return { path, ...Object.fromEntries(named) }
}

function latest(entries: readonly Exchange[], limit: number): readonly Exchange[] {
  return entries.slice(Math.max(0, entries.length - limit))
}

function filterOf(query: Query): (entry: Exchange) => boolean {
  const { method, path, user, operation, field, text, source, status, faults, outgoing } = query
  const pattern = {
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path }),
    ...(user === undefined ? {} : { user: user === '' ? null : user }),
    ...(operation === undefined && field === undefined ? {} : { graphql: { operation, field } }),
  }
  const matchers = ['yes', 'no']
    .filter((each) => each === (outgoing ?? each))
    .map((each) => new RequestMatcher({ ...pattern, outgoing: each === 'yes' }))
  const wantedStatus = status?.toLowerCase().replace('xx', '')
  const wantedText = text?.toLowerCase()

  return (entry) =>
    matchers.some((matcher) => matcher.matches(entry)) &&
    (wantedStatus === undefined || String(entry.status).startsWith(wantedStatus)) &&
    (source === undefined || isFrom(entry, source)) &&
    (faults === undefined || (faults === 'yes') === (entry.faults !== undefined)) &&
    (wantedText === undefined || textOf(entry).includes(wantedText))
}

function isFrom(entry: Exchange, source: string): boolean {
  const from = entry.source ?? ''

  return source.startsWith('-') ? from !== source.slice(1) : from === source
}

function textOf(entry: Exchange): string {
  const { path, query, request, response } = journalEntryResource(entry)
  const responseText = response.body === 'streamed' ? '' : (response.body?.text ?? '')

  return `${path}?${query}\n${request.body?.text ?? ''}\n${responseText}`.toLowerCase()
}

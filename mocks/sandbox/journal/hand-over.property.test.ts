import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Exchange, withHeaders } from '../../data/model/exchanges/exchange.ts'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { runs } from '../../testing/scale.ts'
import { journalEntryResource } from './journal-entry.ts'

const text = fc.constantFrom(
  '',
  '{"password":"hunter2-hunter2","a":[1]}',
  'client_secret=a-long-client-secret&b=1',
  'ü'.repeat(40),
  '\ufeff{"a":1}',
  'Not recorded',
)
const body = fc.oneof(
  fc.constant(undefined),
  text.map((value) => new TextEncoder().encode(value)),
  fc.uint8Array({ maxLength: 100 }),
)
const headers = fc.uniqueArray(
  fc.constantFrom<readonly [string, string]>(
    ['content-type', 'application/json'],
    ['content-type', 'application/x-www-form-urlencoded'],
    ['content-length', '77'],
    ['authorization', 'Bearer abc'],
    ['x-api-key', 'abcdefghijkl'],
    ['x-empty', ''],
    ['x-sandbox-source', 'replay'],
    ['cookie', 'a=b; c=d'],
  ),
  { selector: ([name]) => name, maxLength: 4 },
)

test('a journal that is handed over says the same, whatever was sent', async () => {
  const sandbox = await buildSandbox({ entities: 0, journal: { bodyBytes: 64 } })
  const next = await buildSandbox({ entities: 0, journal: { bodyBytes: 64 } })

  fc.assert(
    fc.property(
      fc.record({
        method: fc.constantFrom('GET', 'HEAD', 'POST', 'QUERY'),
        prefix: fc.constantFrom('', '/proxy', '/s/blue'),
        path: fc.constantFrom('/api/entities/1', '/api', '/oauth/token', '/health', '/api/%C3%BC/a%2Fb', '/'),
        search: fc.constantFrom('', 'a=1', 'a=?&b=%26', 'token=abcdefghijkl', '&', '%'),
        sent: body,
        received: fc.oneof(body, fc.constant('streamed' as const)),
        status: fc.constantFrom(0, 200, 204, 304, 404, 503),
        requestHeaders: headers,
        replyHeaders: headers,
        user: fc.option(fc.constant('admin'), { nil: undefined }),
        scenario: fc.option(fc.constant('empty'), { nil: undefined }),
      }),
      ({ method, prefix, path, search, sent, received, status, requestHeaders, replyHeaders, ...others }) => {
        const entry = new Exchange(
          withHeaders(
            { method, baseUrl: 'https://a.test:8080', path: prefix + path, search, body: sent },
            requestHeaders,
          ),
          path,
          sandbox,
        )

        entry.completeWith({
          status,
          headers: Object.fromEntries(replyHeaders),
          body: received === 'streamed' ? (async function* () {})() : (received ?? null),
        })
        Object.assign(entry, others)
        sandbox.journal.clear()
        sandbox.journal.add(entry)
        next.journal.clear()
        next.journal.restore(JSON.parse(JSON.stringify(sandbox.journal.pack(100_000))))

        expect(next.journal.entries().map(journalEntryResource)).toEqual(
          sandbox.journal.entries().map(journalEntryResource),
        )
        expect(next.journal.entries()[0]?.base).toBe(entry.base)
      },
    ),
    { numRuns: runs(200) },
  )
})

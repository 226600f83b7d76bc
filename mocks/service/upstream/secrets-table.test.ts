import { readFile } from 'node:fs/promises'
import { array, assert, constantFrom, property } from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { LocalConnection } from '../../local/local-connection.ts'
import { escaped } from '../../data/model/shared/html.ts'
import { inSlices } from '../../data/model/shared/slices.ts'
import { redactSecrets } from '../../sandbox/journal/secrets.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { SandboxClient } from '../../client/sandbox-client.ts'
import { failurePage } from '../../doors/testkit/failure-page.ts'
import { archiveOf } from '../../sandbox/journal/har-export.ts'
import { journalEntryResource } from '../../sandbox/journal/journal-entry.ts'
import { recordedArchive } from './recording.ts'
import { defaultScrubRules, Scrubber } from './scrub.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  JSON: 'application/json',
  GraphQL: 'application/graphql',
  form: 'application/x-www-form-urlencoded',
  'form data': 'multipart/form-data; boundary=b',
  text: 'text/plain',
}

/** The rows of the table in the documentation. */
const rows = (await readFile('docs/internals/secrets.md', 'utf8')).split('\n').flatMap((line) => {
  const [, place, sent, kept] = /^\| (.+?) \| `(.+?)` \| (.+) \|$/.exec(line) ?? []
  const isRow = place !== undefined && (place in mediaTypes || /^(query|header `.+`)$/.test(place))
  const unfold = (text = '') => text.replaceAll('⏎', '\r\n')

  return isRow
    ? [
        {
          place,
          sent: unfold(sent),
          kept: unfold(kept === 'as it is' ? sent : kept?.slice(1, -1)),
        },
      ]
    : []
})

let sandbox: Sandbox
let connection: LocalConnection

beforeAll(async () => {
  sandbox = await buildSandbox({
    entities: 0,
    target: 'https://real.example',
    passthrough: ['/api/commands/*'],
  })
  connection = new LocalConnection(sandbox, 'http://sandbox.example')
  // A target that returns what it got.
  connection.service.sandboxes.upstream = {
    name: 'https://real.example',
    ask: async ({ request }) => ({
      status: 200,
      headers: { 'Content-Type': request.header('content-type') ?? 'text/plain', 'X-Echo': 'a' },
      body: request.body ?? null,
    }),
  }
})

test('the table of the documentation has what is promised', () => {
  expect(rows.filter(({ sent, kept }) => sent !== kept).length).toBeGreaterThanOrEqual(48)
  expect(rows.filter(({ sent, kept }) => sent === kept).length).toBeGreaterThanOrEqual(7)
})

test.each(rows)(
  'in $place, journal, HAR, recording and failure report keep $kept',
  async ({ place, sent, kept }) => {
    const [, header] = /^header `(.+)`$/.exec(place) ?? []
    const isBody = place in mediaTypes

    sandbox.journal.clear()
    await connection.fetch(`/api/commands/a/b${place === 'query' ? `?${sent}` : ''}`, {
      method: 'POST',
      headers: {
        'Content-Type': mediaTypes[place] ?? 'text/plain',
        ...(header === undefined ? {} : { [header]: sent }),
      },
      ...(isBody ? { body: sent } : {}),
    })

    const [entry] = sandbox.journal.entries()

    if (!entry) throw new Error('The request is not in the journal.')
    const resource = journalEntryResource(entry)
    const har = await inSlices(archiveOf([entry]))
    const recording = await inSlices(recordedArchive(sandbox, new Scrubber(defaultScrubRules)))
    const client = new SandboxClient(connection)
    const report = failurePage({
      title: 'A test',
      overview: await client.overview(),
      archive: await client.archive(),
      changes: [],
      faults: [],
      reproduction: [],
    })
    const { request, response } = resource
    const inHeader = request.headers[header?.toLowerCase() ?? '']
    const bodies = [har, recording].flatMap(({ log }) =>
      log.entries.flatMap((each) => [each.request.postData?.text, each.response.content.text]),
    )
    const shown = isBody
      ? [request.body?.text, Object(response.body).text, ...bodies]
      : [header === undefined ? resource.query : inHeader]

    expect(shown).toEqual(shown.map(() => kept))
    expect(report).toContain(escaped(kept))

    for (const text of [resource, har, recording].map((value) => JSON.stringify(value)).concat(report)) {
      expect(text).not.toContain('hunter2')
    }
  },
)

/** Texts in which another text is read. */
const wrappers: readonly ((text: string) => string)[] = [
  (text) => JSON.stringify({ a: 1, text }),
  (text) => JSON.stringify([text]),
  (text) => JSON.stringify({ name: 'a', value: text }),
  (text) => `a=1&text=${encodeURIComponent(text)}`,
  (text) => `https://a.example/?text=${encodeURIComponent(text)}&b=1`,
]

test('no secret is shown in JSON, forms and URLs within each other, and what is redacted stays as it is', () => {
  const leaks = rows.filter(({ place, sent }) => place in mediaTypes && sent.includes('hunter2'))

  assert(
    property(
      constantFrom(...leaks),
      array(constantFrom(...wrappers), { maxLength: 4 }),
      ({ sent }, around) => {
        const once = redactSecrets(around.reduce((text, wrap) => wrap(text), sent))

        expect(once).not.toContain('hunter2')
        // Requests are compared with those of a recording, which has no secrets.
        expect(redactSecrets(once)).toBe(once)
      },
    ),
    { numRuns: 300 },
  )
})

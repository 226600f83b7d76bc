import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { exchangesOf } from '../../data/import/sources/source.ts'
import type { Har, HarEntry } from '../../data/model/exchanges/har.ts'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { LocalConnection } from '../../local/local-connection.ts'
import { journalEntryResource } from './journal-entry.ts'
import { redactSecrets } from './secrets.ts'

/** A session with this service, as Chromium's developer tools and Playwright's `recordHar` (once with attached files) saved it. */
const folder = 'mocks/sandbox/journal/testing'

/** The archive of the journal of a sandbox that has loaded another one. */
async function writtenBack(replay: string | object): Promise<Har> {
  const connection = new LocalConnection(await buildSandbox({ replay }), 'http://sandbox.example')

  return (await connection.fetch('/__sandbox/journal/har')).json()
}

const ofConnection =
  /^(:.*|accept-encoding|connection|content-length|host|keep-alive|transfer-encoding|authorization|x-auth-token)$/i

/** What an entry says of the request and the response; without secrets, which are not kept. */
function known({ startedDateTime, time, request, response }: HarEntry) {
  const headers = (pairs: HarEntry['request']['headers']) =>
    pairs
      .filter(({ name }) => !ofConnection.test(name))
      .map(({ name, value }) => `${name.toLowerCase()}: ${redactSecrets(value)}`)
  const { size, text } = response.content

  return {
    startedDateTime,
    time: Math.round(Number(time) * 1000) / 1000,
    method: request.method,
    url: request.url,
    requestHeaders: headers(request.headers),
    requestText: redactSecrets(request.postData?.text ?? ''),
    status: response.status,
    responseHeaders: headers(response.headers),
    responseText: redactSecrets(text ?? ''),
    responseSize: size,
  }
}

test.each(['chromium', 'playwright'])(
  'a HAR by %s, loaded and written back, says what it has said',
  async (program) => {
    const path = `${folder}/${program}.har`
    const { log }: Har = JSON.parse(await readFile(path, 'utf8'))
    const written = await writtenBack(path)

    expect(written.log.entries).toHaveLength(10)
    expect(written.log.entries.map(known)).toEqual(log.entries.map(known))
  },
)

test.each(['chromium.har', 'playwright.har', 'playwright.zip'])(
  '%s, written back twice, is the same, and answers the same requests',
  async (file) => {
    const path = `${folder}/${file}`
    const facts = async (source: string | object) =>
      (await exchangesOf(source, 'har'))
        .map(journalEntryResource)
        .map((entry) => ({ ...entry, sequence: 0, sandbox: '', source: '', upstream: null }))
    const once = await writtenBack(path)
    const twice = await writtenBack(once)
    const replayed = new LocalConnection(await buildSandbox({ replay: twice, strict: true }), 'http://a.test')
    const put = await replayed.fetch('/api/entities/1000', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: '{"properties": {"Title": "Süß"}}',
    })
    const read = await replayed.fetch('/api/entities/1000?members=Title,FileName')

    expect(await facts(once)).toEqual(await facts(path))
    expect(await facts(twice)).toEqual(await facts(path))
    expect(put.status).toBe(204)
    expect(await read.json()).toMatchObject({ properties: { Title: 'Süß' } })
  },
)

test('a recording by an earlier form of this package opens: what it has not recorded is not answered', async () => {
  const replay = `${folder}/earlier.har`
  const { log } = await writtenBack(replay)
  const sandbox = await buildSandbox({ replay, strict: true })
  const answered = async (path: string, method = 'GET') => {
    const response = await new LocalConnection(sandbox, 'http://a.test').fetch(path, { method })

    return `${response.status} ${response.headers.get('x-sandbox-passthrough')}`
  }

  expect(log.entries.map(({ request, response }) => [request.method, response.status])).toEqual([
    ['GET', 200],
    ['PUT', 204],
    ['GET', 200],
    ['POST', 405],
    ['GET', 200],
  ])
  expect(await answered('/api/entities/1000?members=Title')).toBe(`200 ${replay}`)
  expect(await answered('/api/entities/1000', 'POST')).toContain('with other parameters or bodies')
  expect(await answered('/api/status')).toContain('only a part of the response')
})

/** An entry with what HAR requires, and the given members. */
function entry(path: string, request: object, response: object, others: object = {}) {
  return {
    startedDateTime: '2030-01-01T00:00:00.000Z',
    time: 1,
    request: { method: 'GET', url: `https://a.test${path}`, headers: [], ...request },
    response: { status: 200, headers: [], content: { size: 0, mimeType: 'x-unknown' }, ...response },
    ...others,
  }
}

test('what other programs write in an archive, or leave out, is read', async () => {
  const { log } = await writtenBack({
    log: {
      entries: [
        // As little as an entry can have.
        { request: { method: 'get', url: '/api/status' }, response: { status: 200 } },
        entry(
          '/api/entities/1?a=1&a=2#part',
          {
            headers: [
              { name: ':method', value: 'GET' },
              { name: 'Accept', value: 'text/plain' },
              { name: 'accept', value: 'application/json' },
            ],
            bodySize: -1,
            cookies: [{ name: 'a', value: 'b' }],
            comment: 'mine',
          },
          {
            headers: [
              { name: 'Content-Length', value: 'unknown' },
              { name: 'content-type', value: 'text/plain' },
            ],
            content: { size: 3, mimeType: 'text/plain', text: 'w7w=', encoding: 'base64' },
          },
          { time: -1, timings: { send: -1, wait: -1, receive: -1 }, cache: null, comment: 'mine' },
        ),
        entry('/api/entities/2', {}, { status: 304, headers: [{ name: 'Content-Length', value: '500' }] }),
        entry('/api/entities/3', { method: 'HEAD' }, { headers: [{ name: 'Content-Length', value: '500' }] }),
        entry(
          '/api/entities',
          { method: 'POST', postData: { mimeType: 'a/b', params: [{ name: 'a', value: 'ü' }] } },
          { content: { size: 9, text: '*', encoding: 'base64' } },
        ),
        entry('/api/entities/4', {}, { content: {} }),
        entry('/api/entities/5', {}, { status: 0 }),
        entry('/other', {}, {}),
        entry('', { url: 'about:blank' }, {}),
      ],
    },
  })

  const lines = log.entries.map(({ request, response: { status, content } }) =>
    [
      `${request.method} ${request.url}`,
      request.headers.map(({ name, value }) => `${name}: ${value}`).join(),
      request.postData?.text,
      `${status} of ${content.size}`,
      content.text,
      content.comment,
    ].filter(Boolean),
  )

  expect(lines).toEqual([
    ['GET /api/status', '200 of 0'],
    ['GET https://a.test/api/entities/1?a=1&a=2', 'accept: text/plain, application/json', '200 of 3', 'ü'],
    ['GET https://a.test/api/entities/2', '304 of 0'],
    ['HEAD https://a.test/api/entities/3', '200 of 0'],
    ['POST https://a.test/api/entities', 'a=%C3%BC', '200 of 9', 'Truncated: the body has 9 bytes.'],
    ['GET https://a.test/api/entities/4', '200 of 0'],
  ])
})

test('an archive that can not be read says where', async () => {
  await expect(writtenBack({ log: { entries: [entry('/api', { postData: null }, {})] } })).rejects.toThrow(
    'log.entries.0.request.postData: Expected an object, not null.',
  )
})

test('a body with secrets keeps its size', async () => {
  const connection = new LocalConnection(await buildSandbox({}), 'http://sandbox.example')

  await connection.fetch('/oauth/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=password&username=admin&password=admin&client_id=a&client_secret=a-long-client-secret',
  })
  await connection.fetch('/api/nothing', { method: 'POST', body: 'x'.repeat(100_000) })

  const { journal } = connection.sandbox
  const before = journal.entries().map(journalEntryResource)

  journal.restore(JSON.parse(JSON.stringify(journal.pack(2 ** 20))))
  expect(before.map(({ request }) => request.body?.size)).toEqual([96, 100_000])
  expect(before[0]?.request.body?.text).not.toContain('a-long-client-secret')
  expect(journal.entries().map(journalEntryResource)).toEqual(before)
})

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
      (await exchangesOf(source, 'har')).map(journalEntryResource).map(({ request, response, ...entry }) => ({
        ...entry,
        sequence: 0,
        sandbox: '',
        source: '',
        upstream: null,
        // Sizes are those of the bodies with their secrets.
        ...JSON.parse(JSON.stringify({ request, response }).replaceAll(/"size":\d+/g, '"size":0')),
      }))
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

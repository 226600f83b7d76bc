import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { array, assert, asyncProperty, constantFrom, nat } from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { noteData } from '../../testing/note-data.ts'
import { isDeep } from '../../testing/scale.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { buildSandbox, type CreateSandboxOptions } from '../../local/build-sandbox.ts'
import type { Har } from '../../data/model/exchanges/har.ts'
import type { JournalEntryResource } from '../../sandbox/journal/journal-entry.ts'
import { LocalConnection } from '../../local/local-connection.ts'
import { toBase64 } from '../../data/model/shared/bytes.ts'
import { InvalidRequest } from '../../data/model/shared/errors.ts'

const json = { 'Content-Type': 'application/json' }
const asset = '/api/entities/1000'
const change = (title: string) => ({
  method: 'PUT',
  headers: json,
  body: JSON.stringify({ properties: { Title: title } }),
})
const graphql = (query: string) => ({ method: 'POST', headers: json, body: JSON.stringify({ query }) })
const graphqlPath = '/api/graphql/preview/v1'

const requests: [path: string, init?: RequestInit][] = [
  [asset],
  [asset, change('Soup')],
  [asset],
  [`${asset}?members=Title,FileName&x=1`],
  ['/api/entities/999999'],
  ['/api/entitydefinitions/M.Asset'],
  [graphqlPath, graphql('{ __typename }')],
  [graphqlPath, graphql('{ nothing }')],
]

async function open(options: CreateSandboxOptions, url = 'http://sandbox.example') {
  const connection = new LocalConnection(await buildSandbox({ entities: 30, ...options }), url)
  const send = async (path: string, init?: RequestInit) => {
    const response = await connection.fetch(path, init)
    const text = await response.text()

    return {
      status: response.status,
      body: text.replaceAll(url, ''),
      headers: Array.from(response.headers, (header) => header.join(': ').replaceAll(url, '')).filter(
        (header) => !/^(content-length|x-sandbox-.*?):/.test(header),
      ),
      by: response.headers.get('x-sandbox-passthrough'),
    }
  }
  const journal = async () => {
    const { items } = JSON.parse((await send('/__sandbox/journal')).body) as { items: JournalEntryResource[] }

    return items
  }

  return {
    send,
    journal,
    har: async () => (await (await connection.fetch('/__sandbox/journal/har')).json()) as Har,
  }
}

/** The archive of a session, and what was answered in it. */
async function record(sent = requests, seed = 4) {
  const real = await open({ seed }, 'https://real.example')
  const answers = []

  for (const [path, init] of sent) answers.push(await real.send(path, init))

  return { answers, har: await real.har() }
}

/** What a client may send: reads of every kind, changes, and what is rejected. */
const anyRequest = constantFrom<[path: string, init?: RequestInit]>(
  ...requests,
  [asset, { method: 'HEAD' }],
  [asset, { headers: { 'Accept-Language': 'de-DE' } }],
  [asset, change('Leek')],
  [asset, { method: 'DELETE' }],
  ['/api/entities', { method: 'POST', headers: json, body: '{"properties": {}}' }],
  ['/api/entitydefinitions/M.Asset/entities?skip=2&take=3'],
  ['/api/entities/query?query=Definition.Name%3D%3D%22M.Asset%22&take=2'],
  ['/api/search', { method: 'POST', headers: json, body: '{"query": "leek", "take": 2}' }],
  ['/api/datasources'],
  ['/api/notifications'],
  ['/api/status'],
  [`${asset}/renditions/thumbnail`],
  ['/api/nowhere'],
)

test('what was recorded from a random world is answered with the same bytes but for links', async () => {
  await assert(
    asyncProperty(nat(1_000_000), array(anyRequest, { minLength: 1 }), async (seed, sent) => {
      const { answers, har } = await record(sent, seed)
      const replayed = await open({ replay: har, strict: true, seed: seed + 1 })

      for (const [index, [path, init]] of sent.entries()) {
        expect({ path, ...(await replayed.send(path, init)) }).toEqual({
          path,
          ...answers[index],
          by: 'the recording',
        })
      }
    }),
    { numRuns: isDeep ? 100 : 2 },
  )
}, 120_000)

test('--strict keeps the last answer, ignores the order of parameters and spaces in JSON, and answers nothing else', async () => {
  const { answers, har } = await record()
  const replayed = await open({ replay: har, strict: true, seed: 9 })

  for (const request of requests) await replayed.send(...request)
  expect(JSON.parse((await replayed.send(asset)).body)).toMatchObject({ properties: { Title: 'Soup' } })
  expect(await replayed.send(`${asset}?x=1&members=Title,FileName`)).toMatchObject({ status: 200 })
  expect(
    await replayed.send(graphqlPath, { ...graphql(''), body: '{ "query":   "{ __typename }" }' }),
  ).toMatchObject({ body: answers[6]?.body })

  const unknown = await replayed.send(`${asset}?take=3`)

  expect(unknown.status).toBe(502)
  expect(JSON.parse(unknown.body).Message).toBe(
    `the recording has no GET ${asset}?take=3, but 3 with other parameters or bodies.`,
  )
})

/** An archive with aborted requests, headers of HTTP/2 and of the same name, no times, and other bodies. */
function inOtherForm(har: Har, contentOf: (text: string, index: number) => object) {
  const aborted = (status: number) => ({
    time: -1,
    request: { method: 'GET', url: `https://real.example${asset}` },
    response: { status, headers: [], content: { size: -1, mimeType: 'x-unknown' } },
  })
  const entries = har.log.entries.map(({ response, ...entry }, index) => ({
    ...entry,
    time: null,
    response: {
      ...response,
      headers: [{ name: ':status', value: '200' }, { name: 'vary', value: 'a\nb' }, ...response.headers],
      content: response.content.text === undefined ? {} : contentOf(response.content.text, index),
    },
  }))

  return { log: { entries: [aborted(-1), aborted(0), ...entries] } }
}

test('archives of a browser and of Playwright, with bodies in base64 or in files, are replayed like our own', async () => {
  const { answers, har } = await record()
  const files: Record<string, Uint8Array> = {}
  const base64 = inOtherForm(har, (text) => ({ text: toBase64(strToU8(text)), encoding: 'base64' }))
  const attached = inOtherForm(har, (text, index) => {
    files[`${index}.json`] = strToU8(text)

    return { _file: `${index}.json` }
  })

  files['app.har'] = strToU8(JSON.stringify(attached))
  const folder = temporaryFolder(files)
  const folderOfZip = temporaryFolder({ 'app.zip': zipSync(files) })

  for (const replay of [base64, zipSync(files), join(folder, 'app.har'), folder, folderOfZip]) {
    const replayed = await open({ replay, strict: true, seed: 9 })

    for (const [index, [path, init]] of requests.entries()) {
      const { headers = [], ...answer } = answers[index] ?? {}

      expect(await replayed.send(path, init)).toEqual({
        ...answer,
        headers: [...headers, 'vary: a, b'],
        by: expect.any(String),
      })
    }
    expect((await (await open({ data: replay })).send(asset)).body).toContain('"Title":"Soup"')
  }
})

test('a body that an archive lacks is not answered, and no file elsewhere is read', async () => {
  const { har } = await record()
  const folder = temporaryFolder({ 'secret.json': '{}', 'inner/app.har': '' })
  const path = join(folder, 'inner', 'app.har')

  for (const content of [{ size: 8 }, { _file: '../secret.json' }, { _file: 'gone.json' }]) {
    await writeFile(path, JSON.stringify(inOtherForm(har, () => content)))
    expect(await (await open({ replay: path, strict: true })).send(asset)).toMatchObject({
      status: 502,
      body: expect.stringContaining('only a part of the response'),
    })
  }
  // Only files that are not there are missing bodies.
  await writeFile(path, JSON.stringify(inOtherForm(har, () => ({ _file: 'folder' }))))
  await mkdir(join(folder, 'inner', 'folder'))
  await expect(open({ replay: path })).rejects.toThrow(/app\.har can't be read: EISDIR/)
})

interface Written {
  readonly response?: object
  readonly postData?: object
  readonly time?: string
}

/** An archive by another program. */
const archive = (...exchanges: Written[]) => ({
  log: {
    entries: exchanges.map(({ response, postData, time }) => ({
      startedDateTime: time,
      request: { method: 'POST', url: `https://real.example${asset}`, postData },
      response: { status: 200, headers: [], content: {}, ...response },
    })),
  },
})
const form = { params: [{ name: 'a', value: 'b c' }] }
const header = (name: string, value: string) => ({ response: { headers: [{ name, value }] } })

test.each<[what: string, exchange: Written, body: string, status: number, message?: string]>([
  ['a size, but no body', { response: { content: { size: 8 } } }, '', 502, 'only a part'],
  ['damaged base64', { response: { content: { text: '%', encoding: 'base64' } } }, '', 502, 'only a part'],
  ['the status 101', { response: { status: 101 } }, '', 502, 'has no POST'],
  ['the status 999', { response: { status: 999 } }, '', 502, 'has no POST'],
  ['the status 200.5', { response: { status: 200.5 } }, '', 502, 'has no POST'],
  ['a body that can’t be', { response: { status: 204, content: { text: 'x' } } }, '', 204],
  ['a header beyond Latin-1', header('x-name', '☃'), '', 200],
  ['a header without a proper name', header('x name', 'x'), '', 200],
  ['the same form', { postData: form }, 'a=b+c', 200],
  ['another form', { postData: form }, 'a=c', 502, 'with other parameters or bodies'],
  ['an empty request', { postData: { text: '' } }, 'x', 502, 'with other parameters or bodies'],
  ['a request without its text', { postData: {} }, 'x', 502, 'with other parameters or bodies'],
  ['a request in a lost file', { postData: { _file: 'gone.json' } }, '', 502, 'with other parameters'],
  ['nothing on the request’s body', {}, 'x', 200],
])(
  '--strict, of an archive with %s, answers what was asked for and HTTP can carry',
  async (_, exchange, body, status, message) => {
    const replayed = await open({ replay: archive(exchange), strict: true })

    expect(await replayed.send(asset, { method: 'POST', body })).toMatchObject({
      status,
      body: expect.stringContaining(message ?? ''),
    })
  },
)

test('of several archives in a folder or zip all are replayed, in the order of their times', async () => {
  const entity = (title: string) =>
    JSON.stringify({
      id: 1000,
      entitydefinition: { href: 'https://real.example/api/entitydefinitions/M.Asset' },
      properties: { Title: title },
    })
  const written = (text: string, time: string) =>
    strToU8(
      JSON.stringify(
        archive({
          response: {
            ...header('content-type', 'application/json').response,
            content: { text: entity(text) },
          },
          time,
        }),
      ),
    )
  const files = {
    '__MACOSX/._a.har': strToU8('no archive'),
    '._a.har': strToU8('no archive'),
    'a.har': written('later', '2026-05-02T00:00:00Z'),
    'b.har': written('earlier', '2026-05-01T00:00:00Z'),
  }
  const replayed = await open({ replay: zipSync(files), strict: true })
  const imported = await open({ data: zipSync(files) })

  for (const title of ['earlier', 'later']) {
    expect((await replayed.send(asset, { method: 'POST' })).body).toContain(title)
  }
  expect((await imported.send(asset)).body).toContain('"Title":"later"')
})

test('without --strict the sandbox answers from the recorded world, and the journal lists where it differs', async () => {
  const { har } = await record()
  const replayed = await open({ replay: har })

  expect(JSON.parse((await replayed.send('/__sandbox')).body)).toMatchObject({
    upstream: { name: 'the recording', strict: false },
  })
  expect(JSON.parse((await replayed.send(asset)).body).properties.Title).not.toBe('Soup')
  await replayed.send(asset, change('Bread'))
  expect(await replayed.send('/api/entitydefinitions/M.Asset')).toMatchObject({ by: 'compared; the same' })
  const answer = await replayed.send(asset)

  expect(JSON.parse(answer.body)).toMatchObject({ properties: { Title: 'Bread' } })
  expect(answer.by).toContain('properties.Title: "Soup" -> "Bread"')

  const last = (await replayed.journal()).at(-1)

  expect(last?.upstream).toEqual({
    name: 'the recording',
    failure: null,
    differences: expect.arrayContaining(['properties.Title: "Soup" → "Bread"']),
  })
})

test('replaying an unchanged session finds no difference, with data as they were when it began', async () => {
  const note = '/api/entities/5000'
  const write = (text: string) => ({
    method: 'PUT',
    headers: json,
    body: JSON.stringify({ properties: { Text: text } }),
  })
  const create = (value: object) => ({ method: 'POST', headers: json, body: JSON.stringify(value) })
  const entitydefinition = { href: '/api/entitydefinitions/Note' }
  const sent: [path: string, status: number, init?: RequestInit][] = [
    ['/api/entitydefinitions/Note', 200],
    [note, 200],
    [note, 204, write('second')],
    [note, 200],
    [`${note}?members=Text`, 200],
    [note, 204, write('third')],
    [note, 200],
    ['/api/entities', 201, create({ properties: { Text: 'new' }, entitydefinition })],
    ['/api/entities/5001', 200],
    ['/api/entities', 201, create({ identifier: 'own', properties: {}, entitydefinition })],
    ['/api/entities/identifier/own', 200],
    [`${note}/copy`, 201, create({})],
    ['/api/datasources', 201, create({ name: 'Herbs', values: [{ identifier: 'dill' }] })],
    ['/api/datasources/Herbs', 200],
    [note, 204, { method: 'DELETE' }],
    [note, 404],
    ['/api/entities/5001', 204, { method: 'DELETE' }],
  ]
  const real = await open({ data: noteData }, 'https://real.example')

  for (const [path, status, init] of sent) expect(await real.send(path, init)).toMatchObject({ status })

  const archive = await real.har()
  const running = await open({})

  await running.send('/__sandbox/upstream/recording', create(archive))
  for (const replayed of [await open({ replay: archive }), running]) {
    expect(JSON.parse((await replayed.send(note)).body)).toMatchObject({ properties: { Text: 'first' } })
  }

  const replayed = await open({ replay: archive })

  for (const [path, , init] of sent) {
    expect({ path, by: (await replayed.send(path, init)).by }).toEqual({ path, by: 'compared; the same' })
  }
})

test('without --strict a HEAD is compared without the body, which no HEAD has', async () => {
  const { har } = await record([[asset, { method: 'HEAD' }]])
  const replayed = await open({ replay: har, seed: 4 })

  expect(await replayed.send(asset, { method: 'HEAD' })).toMatchObject({ body: '', by: 'compared; the same' })
})

test('--strict finds an upload again, whose boundary is another one each time, but not with other content', async () => {
  const upload = (text: string) => {
    const body = new FormData()

    body.append('file', new Blob([text], { type: 'text/plain' }), 'soup.txt')
    body.append('password', text)

    return { method: 'POST', body }
  }
  const { answers, har } = await record([[asset, upload('leek')]])
  const replayed = await open({ replay: har, strict: true })

  expect(await replayed.send(asset, upload('leek'))).toMatchObject({
    status: answers[0]?.status,
    by: 'the recording',
  })
  expect(await replayed.send(asset, upload('bread'))).toMatchObject({
    status: 502,
    body: expect.stringContaining('with other parameters or bodies'),
  })
})

test('the recorded exchanges are the first entries of the journal', async () => {
  const { har } = await record()
  const entries = await (await open({ replay: har })).journal()

  expect(entries.map(({ method, path }) => [method, path])).toEqual(
    requests.map(([path, init]) => [init?.method ?? 'GET', path.split('?')[0]]),
  )
  expect(new Set(entries.map(({ source }) => source))).toEqual(new Set(['recording']))
})

test.each<[RegExp, CreateSandboxOptions]>([
  [/Name the recording/, { strict: true }],
  [/not both/, { replay: {}, target: 'https://real.example' }],
  [/HTTP Archive can't be read/, { replay: { log: 1 } }],
  [/no such file/, { replay: 'nowhere.har' }],
  [
    /a\.har: The HTTP Archive can't be read/,
    { data: zipSync({ 'a.har': strToU8('{"log": {"entries": [1]}}') }) },
  ],
])('a recording that can’t be replayed is rejected: %s', async (message, options) => {
  const error: unknown = await buildSandbox({ entities: 5, ...options }).catch((each: unknown) => each)

  expect(error).toBeInstanceOf(InvalidRequest)
  expect(String(Object.values((error as InvalidRequest).failures))).toMatch(message)
})

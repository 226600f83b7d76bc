import { expect, test } from 'vitest'
import type { CreateSandboxOptions } from '../../local/build-sandbox.ts'
import { json, openSandbox, openService } from '../../doors/node/upstream/testing/servers.ts'
import { emptyObject } from '../../testing/empty-object.ts'

const asset = '/api/entities/1000'
const recording = '/__sandbox/upstream/recording'

async function open(options: CreateSandboxOptions) {
  const sandbox = await openSandbox(options)
  const send = async (path: string, method = 'GET', body?: object) => {
    const response = await sandbox.send(path, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: json } : {}),
    })
    const text = await response.text()

    return { status: response.status, text, value: text === '' ? undefined : JSON.parse(text) }
  }

  return { url: sandbox.url, send }
}

/** A sandbox that asks another one, whose asset has another title, about everything. */
async function openRecorder(effect: object = {}, options: CreateSandboxOptions = {}) {
  const target = await open({ seed: 2 })
  const title = `by ann@real.example ${'x'.repeat(100_000)}`

  await target.send(asset, 'PUT', { properties: { Title: title } })
  const sandbox = await open({ seed: 1, target: target.url, ...options })

  await sandbox.send('/__sandbox/faults/record', 'PUT', { effect: { kind: 'passthrough', ...effect } })

  return { target, ...sandbox }
}

test('nothing in the API root is scrubbed: its versions are no IP addresses, and its links no passwords', async () => {
  const { url, target, send } = await openRecorder()
  const rootOf = async (base: string) => {
    const response = await fetch(`${base}/api`, { headers: { 'X-ApiVersion': '2' } })

    return (await response.text()).replaceAll(base, '')
  }
  const root = await rootOf(target.url)

  await rootOf(url)
  const replayed = await open({ replay: (await send(`${recording}/har`)).value, strict: true })

  expect(root).toContain('"file_version":"4.2.0.0"')
  expect(await rootOf(replayed.url)).toBe(root)
})

test('what a target answered is summed up, exported whole and scrubbed, imported, and replayed as a journal elsewhere', async () => {
  const { send, target } = await openRecorder()

  await send('/api/entitydefinitions/M.Asset')
  await send(asset)
  await send('/__sandbox/faults/record', 'DELETE')
  await send('/api/entities/1001')

  const learnt = await send(recording)
  const har = await send(`${recording}/har`)

  expect(learnt.value).toMatchObject({
    exchanges: 2,
    dropped: 0,
    imported: { definitions: expect.any(Number), entities: 1 },
    lines: expect.arrayContaining([expect.stringMatching(/^To import: \d+ definitions, 1 entity\./)]),
    scrubbed: expect.arrayContaining(['e-mail addresses: 1 replaced by person-{n}@example.com']),
  })
  expect(har.text).toContain('x'.repeat(100_000))
  expect(har.text).not.toContain('ann@')

  const small = await open({ journal: { entries: 1 } })

  expect((await small.send(recording, 'POST', har.value)).value).toMatchObject({ exchanges: 2, listed: 1 })

  const other = await open({})
  const loaded = await other.send(recording, 'POST', har.value)
  const entries = (await other.send('/__sandbox/journal')).value.items

  expect(await send('/__sandbox/import', 'POST', har.value)).toMatchObject({ status: 200 })
  expect(loaded.value).toMatchObject({ exchanges: 2, listed: 2, imported: learnt.value.imported })
  expect(entries).toMatchObject([
    { path: '/api/entitydefinitions/M.Asset' },
    { path: asset, upstream: { name: 'the recording' } },
  ])
  for (const { send: ask, url } of [{ send, url: '' }, other]) {
    const { value } = await ask(asset)

    expect(value.properties.Title).toMatch(/^by person-1@example.com x+$/)
    expect(JSON.stringify(value)).not.toContain(target.url)
    expect(JSON.stringify(value)).toContain(url)
  }
  // What was loaded is not learnt from a target.
  expect((await other.send(recording)).value).toMatchObject({ exchanges: 0, imported: emptyObject })
})

test.each([
  ['the sandbox answered itself', { compare: true }, {}, { exchanges: 0, dropped: 0 }],
  ['the journal has dropped', {}, { journal: { entries: 1 } }, { exchanges: 1, dropped: 1 }],
])('what %s is not learnt, and said to be missing', async (_, effect, options, expected) => {
  const { send } = await openRecorder(effect, options)

  await send(asset)
  await send('/api/entities/1001')
  expect((await send(recording)).value).toMatchObject(expected)
})

test.each([
  ['no data', { nothing: 1 }, {}, /^There is no data in it yet\.$/],
  ['unreadable data', { name: 'X.Y', member_groups: [], items: [1] }, {}, /Neither an object nor a list/],
  [
    'an id that is too large',
    { id: 1e300, entitydefinition: { href: '/api/entitydefinitions/M.Asset' } },
    { entities: 1 },
    /^To import: 1 entity\.$/,
  ],
])('of answers with %s, the summary says what comes of them', async (_, answer, imported, line) => {
  const target = await openService((_, response) => response.writeHead(200, json).end(JSON.stringify(answer)))
  const { send } = await open({ target: target.url, passthrough: ['/api/*'] })

  await send(asset)
  expect((await send(recording)).value).toMatchObject({
    exchanges: 1,
    imported,
    lines: expect.arrayContaining([expect.stringMatching(line)]),
  })
})

test('what is no archive is rejected, and changes nothing', async () => {
  const { send } = await open({})

  expect(await send(recording, 'POST', { entities: [] })).toMatchObject({
    status: 400,
    value: { body: expect.stringMatching(/HTTP Archive can't be read/) },
  })
  expect((await send(asset)).status).toBe(200)
})

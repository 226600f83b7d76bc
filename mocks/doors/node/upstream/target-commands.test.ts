import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, asyncProperty, nat } from 'fast-check'
import { expect, test } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { runSync } from '../../../data/model/shared/slices.ts'
import { exchangesIn } from '../../../data/model/exchanges/har.ts'
import { dish, kitchen } from '../../../testing/kitchen-data.ts'
import { isDeep } from '../../../testing/scale.ts'
import { listen } from '../listen.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { called, crawling, openTarget } from './testing/commands.ts'
import { addFaults } from '../../../sandbox/faults/fault-set.ts'
import { createServer, type ServerResponse } from 'node:http'
import type { Effect } from '../../../sandbox/faults/fault-rule.ts'
import { listening } from '../../../testing/listening.ts'

/** A deep run records the built-in domain, a quick one fewer definitions, with every kind of property and relation. */
const definitions = isDeep ? undefined : kitchen.definitions

test('record --crawl: what was recorded from a random world over TLS answers every recorded request with the same bytes but for links', async () => {
  await assert(
    asyncProperty(nat(1_000_000), async (seed) => {
      const folder = temporaryFolder({ 'rules.json': '[]' })
      const { url } = await openTarget({ seed, entities: 40, definitions })
      const rules = join(folder, 'rules.json')

      expect(
        await crawling(url, join(folder, 'world'), '--scrub', rules, '--per-definition', '1000'),
      ).toMatchObject({ code: 0 })

      const exchanges = runSync(exchangesIn(JSON.parse(await readFile(join(folder, 'world.har'), 'utf8'))))
      await using replayed = await listen(await buildSandbox({ data: join(folder, 'world.json') }))

      expect(exchanges.length).toBeGreaterThan(50)
      for (const { base, path, search, status, responseBody } of exchanges) {
        const response = await fetch(`${replayed.url}${path}${search === '' ? '' : `?${search}`}`)
        const text = await response.text()

        expect({ path, search, status: response.status, text: text.replaceAll(replayed.url, '') }).toEqual({
          path,
          search,
          status,
          text: new TextDecoder().decode(Object(responseBody).content).replaceAll(base, ''),
        })
      }
    }),
    { numRuns: isDeep ? 8 : 1 },
  )
}, 240_000)

test('record --crawl only reads, and prints what it kept and what is scrubbed', async () => {
  const folder = temporaryFolder()
  const { sandbox, url } = await openTarget()
  const { out } = await crawling(url, join(folder, 'world'))

  expect([...new Set(sandbox.journal.entries().map(({ method }) => method))]).toEqual(['GET'])
  expect(sandbox.journal.last).toBeGreaterThan(20)
  expect(out).toMatch(/\d+ exchanges/)
  expect(out).toMatch(
    /Imported: \d+ definitions, \d+ option lists, \d+ entities, \d+ relations, \d+ notifications/,
  )
  expect(out).toMatch(/Scrubbed: e-mail addresses: \d+ replaced by person-\{n\}@example.com/)
})

test('record scrubs by its rules, the same text in the same way, and its own rules replace the built-in ones', async () => {
  const folder = temporaryFolder({
    'rules.json': '[{ "what": "vegetables", "pattern": "leek", "replace": "v{n}" }]',
  })
  const { sandbox, url } = await openTarget()
  const rules = join(folder, 'rules.json')

  sandbox.change((draft) => {
    const soup = draft.entities.get(dish.soup)

    if (soup) {
      const properties = {
        ...soup.properties,
        Title: 'by ann@real.example',
        Story: { 'en-US': 'leek ann@real.example' },
      }

      draft.entities.put({ ...soup, properties })
    }
  })
  await crawling(url, join(folder, 'default'))
  await crawling(url, join(folder, 'own'), '--scrub', rules)

  const byDefault = await readFile(join(folder, 'default.json'), 'utf8')

  expect(byDefault).not.toContain('ann@real.example')
  const [, address] = /by (person-\d+@example\.com)/.exec(byDefault) ?? []

  expect(byDefault).toContain(`leek ${address}`)
  expect(await readFile(join(folder, 'own.har'), 'utf8')).toContain('v1 ann@real.example')
})

test('record --crawl of a target that refuses everything writes the archive only, and fails', async () => {
  const folder = temporaryFolder()
  const { url } = await openTarget()
  const { code, out } = await crawling(`${url}/api`, join(folder, 'world'))

  expect(code).toBe(1)
  expect(out).toContain('There is no data in what was recorded.')
  expect(out).toContain(`Wrote ${join(folder, 'world')}.har.`)
  expect(await readdir(folder)).toEqual(['world.har'])
})

test('record and drift name a file that they could not write before they read anything', async () => {
  const { sandbox, url } = await openTarget()
  const missing = join(temporaryFolder(), 'missing', 'world')
  const world = join(temporaryFolder({ 'world.json': '{"entities": []}' }), 'world.json')

  for (const { code, out } of [
    await crawling(url, missing),
    await called('drift', '--target', url, '--data', world, '--update', missing),
  ]) {
    expect(code).toBe(2)
    expect(out).toMatch(/world(\.har)? can't be written: there is no folder .*missing\./)
  }
  expect(sandbox.journal.last).toBe(0)
})

test.each([
  [['--crawl'], /--target: Name the real service/],
  [['--target', 'real.example', '--crawl'], /--target: Expected the base URL/],
  [['--target', 'http://127.0.0.1:9', '--crawl'], /refused GET .*can't be reached/],
  [['--target', 'http://127.0.0.1:9', '--crawl', '--rate', '-1'], /--rate: Expected a number from/],
])('record %j fails with a message', async (argv, message) => {
  const { code, out } = await called('record', ...argv, '--out', join(temporaryFolder(), 'world'))

  expect(code).toBe(2)
  expect(out).toMatch(message)
})

const json = { 'Content-Type': 'application/json' }

const drifting = (url: string, ...more: string[]) =>
  called('drift', '--target', url, '--rate', '10000', '--per-definition', '2', ...more)

test('drift finds every change of the schema since the target was recorded, and nothing once the world is updated', async () => {
  const folder = temporaryFolder()
  const { sandbox, url, send } = await openTarget()
  const world = join(folder, 'world.json')
  const next = join(folder, 'next.json')

  await crawling(url, join(folder, 'world'))

  sandbox.change((draft) => {
    const dish = draft.definitions.get('T.Dish')
    const courses = draft.optionLists.get('Courses')

    if (!dish || !courses) throw new Error('The kitchen has changed.')
    const [group, ...groups] = dish.member_groups
    const [title, ...members] = group?.members ?? []

    if (!group || !title) throw new Error('The kitchen has changed.')
    draft.definitions.put({
      ...dish,
      member_groups: [
        {
          ...group,
          members: [
            { ...title, labels: { ...title.labels, 'en-US': 'Name' } },
            { ...title, name: 'Spice' },
            ...members.slice(1),
          ],
        },
        ...groups,
      ],
    })
    draft.optionLists.put({ ...courses, values: [...courses.values, { identifier: 'saffron', labels: {} }] })
  })
  await send('/api/datasources', { method: 'POST', headers: json, body: '{"name": "Herbs", "values": []}' })

  const { code, out } = await drifting(url, '--data', world, '--json', '--update', next)
  const { findings } = JSON.parse(/^\{.*?^\}$/ms.exec(out)?.[0] ?? '')
  const texts = findings.map(({ text }: { text: string }) => text)

  // The world is up to date now.
  expect(code).toBe(0)
  expect(texts.toSorted()).toEqual([
    'definition: new member_groups[*].members[*].labels.en-US',
    'definition: new member_groups[*].members[Spice]',
    'definition: removed member_groups[*].members[Code]',
    'new option list Herbs',
    'option list: new values[saffron]',
  ])
  expect(await drifting(url, '--data', next)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/is as expected, after \d+ requests/),
  })
}, 120_000)

test('drift lists where answers leave the contract, once with an example, and what was not answered, and goes on', async () => {
  const { sandbox, url } = await openTarget()
  const fault = (path: string, effect: Effect) =>
    sandbox.change((draft) => addFaults(draft, [{ match: { path }, effect }]))

  fault('/api/entities/:id', { kind: 'response', status: 200, body: { id: 'seven' } })
  fault('/api/datasources/:name', { kind: 'malformed' })
  fault('/api/notifications', {
    kind: 'response',
    status: 200,
    body: '<p>',
    headers: { 'Content-Type': 'text/html' },
  })
  const { code, out } = await drifting(url)

  expect(code).toBe(1)
  expect(out).toMatch(
    /GET \/api\/entities\/:id \(200\): \/id must be \w+ .*\(\d+ times\)\n +GET \/api\/entities\/\d+: /,
  )
  expect(out).toMatch(/GET \/api\/datasources\/:name \(200\): the body is not JSON/)
  expect(out).toMatch(/did not answer:\n.*returned HTML \(200\).*\n +GET \/api\/notifications/)
  expect(out).not.toContain('is no longer what')
}, 120_000)

test.each<
  [what: string, reason: RegExp, type: string, respond: (response: ServerResponse) => ServerResponse]
>([
  ['returns HTML', /returned HTML \(200\)/, 'text/html', (response) => response.end('<p>Sign in')],
  [
    'is elsewhere',
    /redirects GET \/api\/entitydefinitions\S+ to https:\/\/real\.example\/api\. Name that server/,
    'text/plain',
    (response) => response.writeHead(301, { Location: 'https://real.example/api' }).end(),
  ],
  [
    'wants another token',
    /\(401\): .* Pass its access token: --target-token, or TARGET_TOKEN\./,
    'application/json',
    (response) => response.writeHead(401).end('{"message":"Unknown token."}'),
  ],
])('a target that %s: record and drift say so, and end', async (_, reason, type, respond) => {
  const server = createServer((_, response) => respond(response.setHeader('Content-Type', type)))
  const url = `http://127.0.0.1:${await listening(server)}`
  const out = join(temporaryFolder(), 'world')

  for (const run of [() => drifting(url), () => crawling(url, out)]) {
    expect(await run()).toMatchObject({ code: 2, out: expect.stringMatching(reason) })
  }
})

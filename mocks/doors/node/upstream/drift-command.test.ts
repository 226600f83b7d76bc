import { addFaults } from '../../../sandbox/faults/sandbox-faults.ts'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Effect } from '../../../sandbox/faults/fault-rule.ts'
import { listening } from '../../../testing/listening.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { called, crawling, openTarget } from './testing/commands.ts'

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
])('a target that %s: record and drift say so, and end', async (_, reason, type, respond) => {
  const server = createServer((_, response) => respond(response.setHeader('Content-Type', type)))
  const url = `http://127.0.0.1:${await listening(server)}`
  const out = join(temporaryFolder(), 'world')

  for (const run of [() => drifting(url), () => crawling(url, out)]) {
    expect(await run()).toMatchObject({ code: 2, out: expect.stringMatching(reason) })
  }
})

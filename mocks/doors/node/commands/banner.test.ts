import { expect, test } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { listen } from '../listen.ts'
import { banner, readyLine } from './banner.ts'

const definitions = [
  {
    name: 'Part',
    member_groups: [
      {
        name: 'Main',
        members: [
          { type: 'String' as const, name: 'Code', validation_expression: '^(?!0)\\d+$' },
          { type: 'String' as const, name: 'Size', validation_expression: '^\\d+$' },
        ],
      },
    ],
  },
]

test.each([true, false])(
  'the banner names expressions that are not enforced, also in restored definitions (%s)',
  async (wasRestored) => {
    const sandbox = await buildSandbox({ data: { definitions, entities: [] } })
    await using server = await listen(sandbox)
    const text = await banner({ sandbox, server, wasRestored, close: () => server.close() }, 100)

    expect(text).toContain('stored but not enforced')
    expect(text).toContain('(Part.Code)')
  },
)

test('the banner says that a token is required where it is, and tries a request with one', async () => {
  const sandbox = await buildSandbox({ entities: 1, auth: 'required' })
  await using server = await listen(sandbox)
  const text = await banner({ sandbox, server, wasRestored: false, close: () => server.close() }, 100)
  const [, token = ''] = /Try {7}curl -H "X-Auth-Token: (.*)" http/.exec(text) ?? []

  expect(text).toContain('every request needs one')
  expect(text).not.toContain('you are the editor')
  expect((await fetch(`${server.url}/api/entities`, { headers: { 'X-Auth-Token': token } })).status).not.toBe(
    401,
  )
})

test('the banner and the line of --json name the console with the token, the banner also in the network', async () => {
  const sandbox = await buildSandbox({ entities: 1 })
  await using server = await listen(sandbox, { host: '0.0.0.0', controlToken: 'not-a-secret' })
  const shown = { ...server, hasConsole: true, networkUrls: ['http://192.168.1.5:4010'] }
  const open = { sandbox, server: shown, wasRestored: false, close: () => server.close() }
  const text = await banner(open, 100)

  expect(text).toContain('to share  http://192.168.1.5:4010/?control=not-a-secret')
  expect(await banner(open, 100, 'the given one')).toContain('Control   the given one, as "X-Sandbox-Control')
  expect(readyLine(open)).toMatchObject({ console: `${server.url}/?control=not-a-secret` })
})

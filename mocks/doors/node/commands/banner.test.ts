import { expect, test } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { listen } from '../listen.ts'
import { banner } from './banner.ts'

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

test('the banner names the console at the addresses of this machine in the network, with the token', async () => {
  const sandbox = await buildSandbox({ entities: 1 })
  await using server = await listen(sandbox, { host: '0.0.0.0', controlToken: 'not-a-secret' })
  const shown = { ...server, hasConsole: true, networkUrls: ['http://192.168.1.5:4010'] }
  const text = await banner({ sandbox, server: shown, wasRestored: false, close: () => server.close() }, 100)

  expect(text).toContain('to share  http://192.168.1.5:4010/?control=not-a-secret')
})

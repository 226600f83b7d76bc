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

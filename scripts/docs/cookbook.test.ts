import { expect, test } from 'vitest'
import { matchers, seedSandboxes } from '../../mocks/doors/vitest/index.ts'
import { blocksOf } from './blocks.ts'

expect.extend(matchers)

const { withSandbox } = seedSandboxes()
const blocks = blocksOf('docs/cookbook.md')
const recipes = Array.from(new Set(blocks.map(({ heading }) => heading)), (heading) => {
  const own = blocks.filter((block) => block.heading === heading)

  return { heading, code: own.map(({ code }) => code).join('\n') }
})

test.each(recipes)(
  'docs/cookbook.md: $heading',
  withSandbox(async (sandbox, { code }) => {
    const run = new AsyncFunction('sandbox', 'expect', 'api', code)

    expect(code).toContain('expect(')
    await run(sandbox, expect, (path: string, init?: RequestInit) => sandbox.fetch(path, init))
  }),
)

/** The async counterpart of `new Function`. */
const AsyncFunction = (async () => undefined).constructor as new (
  ...code: string[]
) => (...values: unknown[]) => Promise<void>

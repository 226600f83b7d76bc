import { readFileSync } from 'node:fs'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { matchers, seedSandboxes } from './index.ts'

expect.extend(matchers)

const { withSandbox } = seedSandboxes()

test(
  'docs/testing.md: the example of all verbs runs',
  withSandbox(async (sandbox) => {
    const page = readFileSync(new URL('../../../docs/testing.md', import.meta.url), 'utf8')
    const [, code] = /that has a `sandbox`:\n\n```js\n(.*?)```/s.exec(page) ?? []

    expect(code).toContain('sandbox.give')

    const run = new AsyncFunction('sandbox', 'expect', 'http', 'HttpResponse', code)

    await run(sandbox, expect, http, HttpResponse)
  }),
)

/** The async counterpart of `new Function`. */
const AsyncFunction = (async () => undefined).constructor as new (
  ...code: (string | undefined)[]
) => (...values: unknown[]) => Promise<void>

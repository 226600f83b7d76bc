import { readFileSync } from 'node:fs'
import { faker } from '@faker-js/faker'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { matchers, seedSandboxes } from './index.ts'

expect.extend(matchers)

const { withSandbox } = seedSandboxes()

const page = readFileSync(new URL('../../../docs/testing.md', import.meta.url), 'utf8')
const examples = Array.from(
  page.matchAll(/that has a `sandbox`[^\n]*:\n\n```js\n(.*?)```/gs),
  ([, code]) => code,
)

test('docs/testing.md has an example of all verbs and one of collections', () => {
  expect(examples).toEqual([
    expect.stringContaining('sandbox.give'),
    expect.stringContaining('sandbox.collections'),
  ])
})

test.each(examples)(
  'docs/testing.md: example %$ runs',
  withSandbox(async (sandbox, code) => {
    const run = new AsyncFunction('sandbox', 'expect', 'http', 'HttpResponse', 'faker', code)

    expect(code).toContain('expect(')
    await run(sandbox, expect, http, HttpResponse, faker)
  }),
)

/** The async counterpart of `new Function`. */
const AsyncFunction = (async () => undefined).constructor as new (
  ...code: (string | undefined)[]
) => (...values: unknown[]) => Promise<void>

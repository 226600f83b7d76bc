import { expect, test } from 'vitest'
import { storySandboxes, sandboxOf } from './index.ts'

test('sandboxOf() throws for a story without a sandbox, and names the parameter', async () => {
  const { loaders, beforeEach } = storySandboxes({ entities: 0 })
  const context = { parameters: { sandbox: false }, abortSignal: new AbortController().signal }
  const loaded = Object.assign({}, ...(await Promise.all(loaders.map((load) => load(context))))) as object

  expect(() => sandboxOf({ loaded: { ...loaded } })).toThrow('remove "sandbox: false"')
  await expect(beforeEach(context)()).resolves.toBeUndefined()
})

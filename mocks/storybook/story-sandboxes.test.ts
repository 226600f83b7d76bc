import { expect, test } from 'vitest'
import { storySandboxes, sandboxOf } from './index.ts'

test('a story without a sandbox gets an error that says so when it requests one', async () => {
  const { loaders, beforeEach } = storySandboxes({ entities: 0 })
  const context = { parameters: { sandbox: false }, abortSignal: new AbortController().signal }
  const loaded = Object.assign({}, ...(await Promise.all(loaders.map((load) => load(context))))) as object

  expect(() => sandboxOf({ loaded: { ...loaded } })).toThrow('leave out "sandbox: false"')
  await expect(beforeEach(context)()).resolves.toBeUndefined()
})

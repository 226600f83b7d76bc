import { backendOf } from './backend/backend.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'
import { dish, kitchenSandbox } from '../../testing/kitchen.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { json } from '../../service/http/replies/reply.ts'
import type { Backend } from './backend/shared-backend.ts'
import { enterWorker } from './worker-registration.ts'
import { startWithBackend } from './start-sandbox.ts'

vi.mock(import('./worker-registration.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  enterWorker: vi.fn<typeof enterWorker>(),
  removeWorker: vi.fn<() => Promise<void>>(),
}))
vi.mock(import('./page/intercept-page.ts'), () => ({ interceptPage: () => () => undefined }))

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'http://localhost/' })
  vi.stubGlobal('location', new URL('http://localhost/'))
})

afterEach(() => {
  globalThis.entitySandboxInThisTab = undefined
  vi.unstubAllGlobals()
})

test('a sandbox that can’t be opened leaves no worker behind', async () => {
  const stopWorker = vi.fn<() => void>()
  let entered = (_: () => void) => {}

  vi.mocked(enterWorker).mockReturnValue(new Promise((resolve) => (entered = resolve)))

  const starting = startWithBackend({ transport: 'worker' }, () =>
    Promise.reject(new Error('No such definition.')),
  )

  await expect(starting).rejects.toThrow('No such definition.')
  expect(stopWorker).not.toHaveBeenCalled()
  entered(stopWorker)
  await vi.waitFor(() => expect(stopWorker).toHaveBeenCalledOnce())
})

test('a worker that fails leaves no backend open', async () => {
  const backend = fakeBackend()

  vi.mocked(enterWorker).mockRejectedValue(new Error('No worker.'))

  await expect(startWithBackend({ transport: 'worker' }, async () => backend)).rejects.toThrow('No worker.')
  await vi.waitFor(() => expect(backend.close).toHaveBeenCalledOnce())
})

test('starting again replaces a sandbox that is still being started', async () => {
  const [first, second] = [fakeBackend(), fakeBackend()]
  const openSecond = vi.fn<() => Promise<Backend>>(async () => second)
  const sandboxes = await Promise.all([
    startWithBackend({ quiet: true }, async () => first),
    startWithBackend({ quiet: true }, openSecond),
  ])

  expect(first.close).toHaveBeenCalledBefore(openSecond)
  expect(second.close).not.toHaveBeenCalled()
  expect(globalThis.entitySandboxInThisTab).toBe(sandboxes[1])
})

function fakeBackend() {
  return { handle: () => json({ sandbox: 'default', seed: 1 }), close: vi.fn<() => void>() }
}

test('a page has the collections of its sandbox if the records are in it', async () => {
  const backend = backendOf(new Sandboxes(await kitchenSandbox()))
  const sandbox = await startWithBackend({ quiet: true }, async () => backend)
  const { entities } = await sandbox.collections

  expect(entities.findFirst((query) => query.where({ identifier: 'leek-soup' }))?.id).toBe(dish.soup)
  expect(await sandbox.collections).toBe(await sandbox.collections)

  const other = await startWithBackend({ quiet: true }, async () => fakeBackend())

  expect(() => other.collections).toThrow('another tab leads')
})

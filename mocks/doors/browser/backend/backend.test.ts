import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StorageInMemory } from '../../../testing/storage-in-memory.ts'
import { fromFetch, toFetch } from '../../../service/http/fetch-objects.ts'
import '../../../local/create-service.ts' // loaded here, since loading it takes longer than a test
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { openStoredBackend } from './backend.ts'
import { BrowserStorage, openDatabase } from './browser-storage.ts'
import type { Backend } from './shared-backend.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue() // for paths without a route
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('localStorage', new StorageInMemory())
  vi.spyOn(console, 'info').mockReturnValue()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('stored data remains when another tab writes it while it is read', async () => {
  const open = await backendOpener(['DELETE', '/api/entities/1000'])

  vi.spyOn(BrowserStorage.prototype, 'list').mockRejectedValueOnce(
    new Error('another tab has opened the same sandbox'),
  )

  const inMemory = await open()

  expect(await statusOf(inMemory, '/api/entities/1000')).toBe(200)
  inMemory.close()

  const reopened = await open()

  expect(await statusOf(reopened, '/api/entities/1000')).toBe(404)
  reopened.close()
})

test('the page’s console names a request that no route matches, with the nearest route', async () => {
  const warning = vi.mocked(console.warn)
  const page = await (await backendOpener())()

  await send(page, 'GET', '/api/entities/1000')
  expect(warning).not.toHaveBeenCalled()
  await send(page, 'GET', '/api/enttities/1000')
  expect(warning).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/404 GET \/api\/enttities\/1000: no route matches, nearest: \/api\/entities\/:id/),
  )
  page.close()
})

test('a sandbox that can’t be restored is set aside by name until it is deleted, and others are served', async () => {
  const report = vi.spyOn(console, 'error').mockReturnValue()
  const open = await backendOpener(['DELETE', '/api/entities/1000'], ['DELETE', '/s/blue/api/entities/1000'])

  await damage(open.backend, 'default')

  for (const page of [await open(), await open()]) {
    expect(report).toHaveBeenLastCalledWith(
      expect.stringContaining('the log of sandbox "default" is damaged'),
    )
    expect(await statusOf(page, '/api/entities/1000')).toBe(503)
    expect(await statusOf(page, '/s/blue/api/entities/1000')).toBe(404)
    page.close()
  }

  const reopened = await open()

  expect(await statusOf(reopened, '/__sandbox/sandboxes/default', 'DELETE')).toBe(204)
  expect(await journalOf(reopened)).toEqual([])
  expect(await statusOf(reopened, '/api/entities/1000')).toBe(200)
  reopened.close()
})

test('a page that ends without handing over its journal leaves none, not the one of the page before', async () => {
  const open = await backendOpener(['GET', '/api/entities/1000'])

  expect(await journalOf(await open())).toHaveLength(1)

  expect(await journalOf(await open())).toEqual([])
})

test('a journal is left for the same backend only', async () => {
  const open = await backendOpener(['GET', '/api/entities/1000'])
  const [other, reopened] = [await (await backendOpener())(), await open()]

  expect(await journalOf(other)).toEqual([])
  expect(await journalOf(reopened)).toHaveLength(1)
})

test('a page that closes leaves the journal of each sandbox as it was, and the counts of its requests', async () => {
  const open = await backendOpener()
  const first = await open()
  const pattern = { match: { path: '/api/none' }, effect: { kind: 'headers', set: { body: 'of a header' } } }

  await send(first, 'POST', '/__sandbox/faults', JSON.stringify(pattern))
  await send(first, 'POST', '/api/none', 'x'.repeat(100_000))
  await send(first, 'DELETE', '/s/blue/api/entities/1000')
  const requests = await requestsOf(first)
  const before = await Promise.all([journalOf(first), journalOf(first, '/s/blue')])

  first.close()
  const next = await open()

  expect(await Promise.all([journalOf(next), journalOf(next, '/s/blue')])).toEqual(before)
  expect(requests).toBeGreaterThan(0)
  expect(await requestsOf(next)).toBeGreaterThan(requests)
})

test('of a journal that is larger than the room in localStorage, the newest entries are left, with their bodies', async () => {
  const text = 'ä\n'.repeat(10_000)

  for (const { quota, kept } of [
    { quota: 5_000_000, kept: 25 },
    { quota: 300_000, kept: 6 },
  ]) {
    vi.stubGlobal('localStorage', new StorageInMemory(quota))
    const open = await backendOpener()
    const first = await open()

    for (let number = 0; number < 50; number++) await send(first, 'POST', '/api/none', text)
    const before = await journalOf(first)
    first.close()

    const { items, dropped } = await readJournal(await open())

    expect(items.length).toBe(kept)
    expect(items).toEqual(before.slice(-kept))
    expect(dropped).toBe(before.length - kept)
  }
})

test('sandboxes that were only read, which end with the page, leave the room to those that are stored', async () => {
  const reads = Array.from(
    { length: 19 },
    (_, number) => ['GET', `/s/read-${number}/api/entities/1000`] as const,
  )
  const open = await backendOpener(...reads, ['POST', '/api/none', 'x'.repeat(60_000)])

  expect(await journalOf(await open())).toHaveLength(1)
})

test('if the browser blocks localStorage, a page starts with the stored data and an empty journal', async () => {
  const block = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }

  vi.stubGlobal('localStorage', { getItem: block, setItem: block, removeItem: block })
  const open = await backendOpener(['DELETE', '/api/entities/1000'])
  const reopened = await open()

  expect(await statusOf(reopened, '/api/entities/1000')).toBe(404)
  expect(await journalOf(reopened)).toHaveLength(1)
})

test('a journal in another form is reported, and does not cost the stored data', async () => {
  const storage = new StorageInMemory()

  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem: (key: string, text: string) => storage.setItem(key, text.replace('"entries"', '"requests"')),
  })
  const open = await backendOpener(['DELETE', '/api/entities/1000'])
  const reopened = await open()

  expect(console.info).toHaveBeenCalledWith(
    expect.stringContaining("The journal that the last page has left can't"),
  )
  expect(await statusOf(reopened, '/api/entities/1000')).toBe(404)
})

test('a storage opens one connection, and none after it was closed', async () => {
  const connect = vi.spyOn(indexedDB, 'open')
  const storage = new BrowserStorage(crypto.randomUUID())

  await Promise.all([storage.list(), storage.list()])
  await storage.close()

  await expect(storage.list()).rejects.toThrow('the sandbox was closed')
  expect(connect).toHaveBeenCalledTimes(1)
})

test('a connection that is opened while the storage is closed is closed too', async () => {
  const storage = new BrowserStorage(crypto.randomUUID())
  const close = vi.spyOn(IDBDatabase.prototype, 'close')
  const listing = storage.list()

  await storage.close()

  await expect(listing).rejects.toThrow('the sandbox was closed')
  expect(close).toHaveBeenCalledTimes(1)
})

type Sent = readonly [method: string, path: string, body?: string]

/** Opens pages of a new backend; a page that sent these requests has closed. */
async function backendOpener(...requests: readonly Sent[]) {
  const backend = crypto.randomUUID()
  const template = await buildSandbox({ seed: 1 })
  const open = () => openStoredBackend(backend, template.fork(template.id))

  if (requests.length > 0) {
    const first = await open()

    for (const request of requests) await send(first, ...request)
    first.close()
  }

  return Object.assign(open, { backend })
}

/** Changes a byte of each item of a sandbox of a backend. */
async function damage(backend: string, sandbox: string): Promise<void> {
  const database = await openDatabase()
  const { store, done } = database.transaction('items', 'readwrite')

  for await (const cursor of store) {
    const [name, log] = cursor.key
    const [first = 0, ...others] = cursor.value

    if (name === backend && log === sandbox) await cursor.update(Uint8Array.of(first ^ 1, ...others))
  }
  await done
  database.close()
}

async function journalOf(backend: Backend, base = ''): Promise<readonly unknown[]> {
  return (await readJournal(backend, base)).items
}

async function requestsOf(backend: Backend): Promise<number> {
  const reply = await toFetch(await send(backend, 'GET', '/api/status/jobs')).json()

  return reply.requests.total
}

async function readJournal(
  backend: Backend,
  base = '',
): Promise<{ items: readonly unknown[]; dropped: number }> {
  return toFetch(await send(backend, 'GET', `${base}/__sandbox/journal`)).json()
}

async function statusOf(backend: Backend, path: string, method = 'GET'): Promise<number> {
  return (await send(backend, method, path)).status
}

async function send(backend: Backend, method: string, path: string, body: string | null = null) {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sandbox-admin' }

  return backend.handle(await fromFetch(new Request(`http://localhost${path}`, { method, body, headers })))
}

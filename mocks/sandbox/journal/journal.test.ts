import { expect, test } from 'vitest'
import { buildSandbox } from '../../build-sandbox.ts'
import { JournalEntry } from './journal-entry.ts'

test('a journal that is handed over reports the entries that were evicted before', async () => {
  const [sandbox, next] = [await buildSandbox({ entities: 0 }), await buildSandbox({ entities: 0 })]
  const entry = new JournalEntry(
    { method: 'GET', baseUrl: '', search: '', body: undefined, header: () => undefined, headers: () => [] },
    '/api/nowhere',
    sandbox,
  )

  sandbox.journal.add(entry)
  sandbox.journal.evict(entry)
  next.journal.restore(sandbox.journal.pack(1_000_000), next)

  expect(next.journal.evictedSince()).toBe(1)
})

test('the journal copies request bodies, and does not retain the buffers that contain them', async () => {
  const sandbox = await buildSandbox({ data: { entities: [] } })
  const large = Buffer.alloc(10 * 1024 * 1024, 'a')
  const parts = [large, large.subarray(0, 100)]

  for (const body of parts) {
    const entry = new JournalEntry(
      { method: 'POST', baseUrl: '', search: '', body, header: () => undefined, headers: () => [] },
      '/api/nowhere',
      sandbox,
    )

    entry.completeWith({ status: 200, headers: {}, body: [body] })
    sandbox.journal.add(entry)
  }

  const recorded = sandbox.journal.entries().map(({ requestBody }) => requestBody?.content)

  expect(recorded.map((content) => content?.length)).toEqual([65_536, 100])
  expect(recorded.map((content) => content?.buffer.byteLength)).toEqual([65_536, 100])
})

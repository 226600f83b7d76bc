import { expect, test } from 'vitest'
import { createSandbox } from '../../create-sandbox.ts'
import { JournalEntry } from './journal-entry.ts'

test('what the journal keeps of a body is a copy, whatever larger buffer it came in', async () => {
  const sandbox = await createSandbox({ data: { entities: [] } })
  const large = Buffer.alloc(10 * 1024 * 1024, 'a')
  const parts = [large, large.subarray(0, 100)]

  for (const body of parts) {
    const entry = new JournalEntry(
      { method: 'POST', origin: '', search: '', body, header: () => undefined, headers: () => [] },
      '/api/nowhere',
      sandbox,
    )

    entry.completeWith({ status: 200, headers: {}, body: [body] })
    sandbox.journal.add(entry)
  }

  const kept = sandbox.journal.entries().map(({ requestBody }) => requestBody?.content)

  expect(kept.map((content) => content?.length)).toEqual([65_536, 100])
  expect(kept.map((content) => content?.buffer.byteLength)).toEqual([65_536, 100])
})

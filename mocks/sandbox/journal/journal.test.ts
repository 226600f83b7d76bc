import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { entryIn } from '../../testing/entry-in.ts'

test('a journal that is handed over reports the entries that were evicted before', async () => {
  const [sandbox, next] = [await buildSandbox({ entities: 0 }), await buildSandbox({ entities: 0 })]
  const entry = entryIn(sandbox)

  sandbox.journal.add(entry)
  sandbox.journal.evict(entry)
  next.journal.restore(sandbox.journal.pack(1_000_000))

  expect(next.journal.evictedSince()).toBe(1)
})

test.each([
  { maxBytes: 1_000_000, limits: {}, kept: 3 },
  { maxBytes: 2500, limits: {}, kept: 2 },
  { maxBytes: 1000, limits: {}, kept: 0 },
  { maxBytes: 1_000_000, limits: { entries: 2 }, kept: 2 },
  { maxBytes: 1_000_000, limits: { entries: 0 }, kept: 0 },
])(
  'of 3 entries, $kept are handed over in $maxBytes bytes, to $limits',
  async ({ maxBytes, limits, kept }) => {
    const sandbox = await buildSandbox({ entities: 0 })
    const next = await buildSandbox({ entities: 0, journal: limits })

    for (let number = 0; number < 3; number++) {
      const entry = entryIn(sandbox)

      entry.completeWith({ status: 200, headers: {}, body: (async function* () {})() })
      sandbox.journal.add(entry)
    }
    next.journal.restore(sandbox.journal.pack(maxBytes))

    expect(next.journal.entries().map(({ sequence }) => sequence)).toEqual([1, 2, 3].slice(3 - kept))
    expect(next.journal.entries().every(({ responseBody }) => responseBody === 'streamed')).toBe(true)
    expect(next.journal.evictedSince()).toBe(3 - kept)
  },
)

test('the journal copies request bodies, and does not retain the buffers that contain them', async () => {
  const sandbox = await buildSandbox({ data: { entities: [] } })
  const large = Buffer.alloc(10 * 1024 * 1024, 'a')
  const parts = [large, large.subarray(0, 100)]

  for (const body of parts) {
    const entry = entryIn(sandbox, body)

    entry.completeWith({ status: 200, headers: {}, body: [body] })
    sandbox.journal.add(entry)
  }

  const recorded = sandbox.journal.entries().map(({ requestBody }) => requestBody?.content)

  expect(recorded.map((content) => content?.length)).toEqual([65_536, 100])
  expect(recorded.map((content) => content?.buffer.byteLength)).toEqual([65_536, 100])
})

test.each([100, 100_000])(
  'the journal does not retain the file of which a response is %i bytes',
  async (size) => {
    const sandbox = await buildSandbox({ data: { entities: [] } })
    const respond = () => {
      const file = Buffer.alloc(2 ** 20, 'a')
      const entry = entryIn(sandbox)

      entry.completeWith({ status: 206, headers: {}, body: [file.subarray(0, size)] })
      sandbox.journal.add(entry)

      return new WeakRef(file.buffer)
    }
    const file = respond()

    setFlagsFromString('--expose-gc')
    // Until the end of the task a WeakRef keeps its target.
    await new Promise((resolve) => setTimeout(resolve))
    runInNewContext('gc')()

    expect(file.deref()).toBeUndefined()
    expect(sandbox.journal.entries()).toHaveLength(1)
  },
)

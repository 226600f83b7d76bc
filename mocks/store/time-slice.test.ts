import { expect, test, vi } from 'vitest'
import { TimeSlice } from './time-slice.ts'

/** After longer than a slice. */
async function yieldLate(): Promise<void> {
  const slice = new TimeSlice()
  const since = performance.now()

  while (performance.now() - since < 12);
  await slice.yieldWhenOver()
}

test('other tasks run between slices of long work', async () => {
  const order: string[] = []

  setImmediate(() => order.push('others'))
  await yieldLate()
  await yieldLate()
  order.push('work')

  expect(order).toEqual(['others', 'work'])
})

test('long work ends in a DOM without messages to oneself, as jsdom is under Jest', async () => {
  vi.stubGlobal('MessageChannel', undefined)

  try {
    await expect(yieldLate()).resolves.toBeUndefined()
  } finally {
    vi.unstubAllGlobals()
  }
})

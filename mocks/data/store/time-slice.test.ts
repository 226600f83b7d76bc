import { expect, test, vi } from 'vitest'
import { TimeSlice } from './time-slice.ts'

/** Works for longer than a slice, then yields. */
async function workAndYield(): Promise<void> {
  const slice = new TimeSlice()
  const start = performance.now()

  while (performance.now() - start < 12);
  await slice.yieldWhenOver()
}

test('long work completes without MessageChannel, as under jsdom with Jest', async () => {
  vi.stubGlobal('MessageChannel', undefined)

  try {
    await expect(workAndYield()).resolves.toBeUndefined()
  } finally {
    vi.unstubAllGlobals()
  }
})

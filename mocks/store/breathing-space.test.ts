import { expect, test, vi } from 'vitest'
import { BreathingSpace } from './breathing-space.ts'

/** After longer than work may go on. */
async function pauseLate(): Promise<void> {
  const space = new BreathingSpace()
  const since = performance.now()

  while (performance.now() - since < 12);
  await space.pause()
}

test('others have their turn amid long work', async () => {
  const order: string[] = []

  setImmediate(() => order.push('others'))
  await pauseLate()
  await pauseLate()
  order.push('work')

  expect(order).toEqual(['others', 'work'])
})

test('long work ends in a DOM without messages to oneself, as jsdom is under Jest', async () => {
  vi.stubGlobal('MessageChannel', undefined)

  try {
    await expect(pauseLate()).resolves.toBeUndefined()
  } finally {
    vi.unstubAllGlobals()
  }
})

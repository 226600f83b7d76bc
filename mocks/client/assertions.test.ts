import { expect, test } from 'vitest'
import { Assertions } from './sandbox-client.ts'

test('a pending assertion is reported although another with the same text has ended', async () => {
  const assertions = new Assertions()

  void assertions.watch('expect(sandbox)', () => new Promise(() => {}))
  await assertions.watch('expect(sandbox)', async () => undefined)

  expect(assertions.end()).toBe(
    'The test ended before all of its assertions. Put "await" before expect(sandbox).',
  )
})

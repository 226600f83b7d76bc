import { expect, test } from 'vitest'
import { seed } from '../scale.ts'
import { growthOf, soak } from './soak.ts'

test('memory does not grow during a second of load', async () => {
  const samples = await soak({
    seconds: 1,
    samples: 4,
    seed,
    options: { entities: 100, journal: { entries: 20 } },
  })

  // Other test files in this worker use memory too. `npm run test:soak` takes half an hour, and is strict.
  expect(growthOf(samples)).toBeLessThan(0.5)
}, 60_000)

import { expect, test } from 'vitest'
import { createLocalSandbox } from '../local/local-sandbox.ts'
import { kitchen } from '../testing/kitchen-data.ts'
import type { ClockFollower } from './sandbox-clock.ts'

const closingTime = '2026-06-15T22:00:00.000Z'
const closing = {
  name: 'closing-time',
  description: 'The kitchen closes.',
  clock: { frozen_at: closingTime },
}

test('a page that is connected to a sandbox with a frozen clock has its time, also after a reset', async () => {
  await using sandbox = await createLocalSandbox({
    ...kitchen,
    scenarios: [closing],
    scenario: closing.name,
  })
  const times: string[] = []

  await sandbox.clock.addFollower(followerOf(times))
  expect(times).toEqual([closingTime])

  await sandbox.clock.run()
  await sandbox.reset()
  expect(times.slice(2)).toEqual([closingTime])
})

test('a page that is connected to a sandbox with the time of the machine keeps its own clock', async () => {
  await using sandbox = await createLocalSandbox(kitchen)
  const times: string[] = []

  await sandbox.clock.addFollower(followerOf(times))

  expect(times).toEqual([])
})

function followerOf(times: string[]): ClockFollower {
  const record = async (time: Date) => void times.push(time.toISOString())

  return { freeze: record, run: record, advance: (_, time) => record(time) }
}

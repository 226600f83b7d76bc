import { expect, test } from 'vitest'
import { openDoors } from '../../testing/doors.ts'

test.each([
  ['500 terms', Array.from({ length: 500 }, () => 'a')],
  ['4,000 terms', Array.from({ length: 4000 }, (_, index) => `a${index}`)],
  ['one term of 40 kB', ['a '.repeat(20_000)]],
])('a search for %s returns 400 with the maximum', async (_, fulltext) => {
  await using doors = await openDoors()
  const response = await doors.fetch('/api/search', { method: 'POST', json: { fulltext } })

  expect(response.status).toBe(400)
  expect(JSON.stringify(await response.json())).toMatch(/at most \d+/)
})

test('the state of a search has the limits of a search', async () => {
  await using doors = await openDoors()
  const query = JSON.stringify({ fulltext: Array.from({ length: 33 }, () => 'a') })
  const response = await doors.fetch('/api/search', { method: 'POST', json: { query } })

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ query: 'Expected at most 32 texts and 200 filters.' })
})

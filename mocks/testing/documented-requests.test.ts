import { expect, test } from 'vitest'
import { documentedRequests } from './documented-requests.ts'
import { openDoors } from './doors.ts'

test.each([
  'console.md',
  'controls.md',
  'existing-clients.md',
  'faults.md',
  'journal.md',
  'notifications.md',
  'query.md',
  'sandboxes.md',
  'scenarios.md',
  'status.md',
])('docs/%s: every request succeeds in the built-in content', async (page) => {
  await using doors = await openDoors()
  const requests = await documentedRequests(page)
  const failed: string[] = []

  for (const { method, path, headers, body = null } of requests) {
    const response = await doors.fetch(path, { method, headers, body })

    if (!response.ok) failed.push(`${method} ${path} ${response.status}`)
  }

  expect(requests).not.toEqual([])
  expect(failed).toEqual([])
})

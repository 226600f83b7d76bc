import { expect, test } from 'vitest'
import { documentedRequests } from '../../testing/documented-requests.ts'
import { openDoors } from '../../testing/doors.ts'

test.each(['status.md', 'notifications.md'])(
  'docs/%s: every request succeeds in the built-in content',
  async (page) => {
    await using doors = await openDoors()
    const requests = await documentedRequests(page)
    const failed: string[] = []

    for (const { method, path, headers, body = null } of requests) {
      const response = await doors.fetch(path, { method, headers, body })

      if (!response.ok) failed.push(`${method} ${path} ${response.status}`)
    }

    expect(requests.length).toBeGreaterThan(3)
    expect(failed).toEqual([])
  },
)

import { expect, test } from 'vitest'
import { documentedRequests } from '../../testing/documented-requests.ts'
import { openDoors } from '../../testing/doors.ts'

test('every request in docs/copy.md succeeds with the built-in content', async () => {
  await using doors = await openDoors({ entities: 1000 })
  const requests = await documentedRequests('copy.md')
  const results: string[] = []

  for (const { method, path, headers, body = null } of requests) {
    const response = await doors.fetch(path, { method, headers, body })

    results.push(`${path} ${response.status}`)
  }

  expect(results).toEqual([
    '/api/entities/14000/copy 201',
    '/api/entities/5000/copy 201',
    '/api/entities/5000/copy 200',
    '/api/entities/5000/copy 201',
    '/api/entities/5000/copy?culture=en-US 201',
    '/__sandbox/copy-plan/5000 200',
    '/api/entities 201',
    '/api/entities/14000/copy 201',
  ])
})

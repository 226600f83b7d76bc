import { expect } from 'vitest'
import { test } from '../../testing/test-with-doors.ts'

test('GET /__sandbox/routes lists every route with its methods, description and access', async (doors) => {
  const { items } = await doors.get<{ items: object[] }>('/__sandbox/routes')

  expect(items).toContainEqual({
    methods: ['PUT'],
    path: '/api/entities/:id',
    description: expect.stringMatching(/^Changes .*\.$/),
    access: 'write',
    control: false,
  })
  expect(items).toContainEqual({
    methods: ['GET'],
    path: '/__sandbox/routes',
    description: 'Lists every route.',
    access: 'open',
    control: true,
  })
})

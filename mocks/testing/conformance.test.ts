import { expect, test } from 'vitest'
import { conformance } from './conformance.ts'
import { openFetch, openIntercepted } from './doors.ts'
import { openKitchen } from './kitchen.ts'

test.each(conformance)('every door returns the same responses: $name', async ({ requests }) => {
  await using doors = await openKitchen({}, openFetch, openIntercepted)

  for (const { method, path, headers = {}, body } of requests) {
    const response = await doors.fetch(path, { method, headers, ...(body === undefined ? {} : { body }) })

    expect(response.status, `${method} ${path}`).not.toBe(500)
  }
})

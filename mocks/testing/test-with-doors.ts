import { test as base } from 'vitest'
import { openDoors, type Doors } from './doors.ts'

/** Vitest's `test`, which opens `doors` for each test that names them, and closes them after it. */
export function testWithDoors(open: () => Promise<Doors>) {
  return base.extend<{ doors: Doors }>({
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of other fixtures here
    doors: async ({}, use) => {
      await using doors = await open()

      await use(doors)
    },
  })
}

export const test = testWithDoors(openDoors)

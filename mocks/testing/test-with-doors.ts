import { test as base } from 'vitest'
import { openDoors, type Doors } from './doors.ts'

type Named<Row extends unknown[]> = (name: string, run: (doors: Doors, ...row: Row) => Promise<void>) => void

/** Vitest's `test.each`, whose tests take `doors` before the values of their row. */
interface Table {
  <Row extends unknown[] | [unknown]>(rows: readonly Row[]): Named<Row>
  <Value>(values: readonly Value[]): Named<[Value]>
}

/** Vitest's `test`, which opens `doors` for each test that names them, and closes them after it. */
export function testWithDoors(open: () => Promise<Doors>) {
  const test = base.extend<{ doors: Doors }>({
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of other fixtures here
    doors: async ({}, use) => {
      await using doors = await open()

      await use(doors)
    },
  })
  const table: Table =
    (rows: readonly unknown[]): Named<unknown[]> =>
    (name, run) => {
      // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- the callers' tests have both
      test.for(rows)(name, (row, { doors }) => run(doors, ...(Array.isArray(row) ? row : [row])))
    }

  return Object.assign(test, { table })
}

export const test = testWithDoors(openDoors)

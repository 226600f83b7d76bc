import { test as base } from 'vitest'
import { Doors, openDoors } from './doors.ts'

type Run<Row extends unknown[]> = (doors: Doors, ...row: Row) => Promise<void> | void
type Named<Row extends unknown[]> = (name: string, run: Run<Row>) => void

/** Vitest's `test.each`, whose tests take `doors` before the values of their row. */
interface Table {
  <Row extends unknown[] | [unknown]>(rows: readonly Row[]): Named<Row>
  <Value>(values: readonly Value[]): Named<[Value]>
}

/** Vitest's `test`, which opens doors for each test that takes them, and closes them after it. */
export function testWithDoors(open: () => Promise<Doors>) {
  const runWithDoors = async <Row extends unknown[]>(run: Run<Row>, ...row: Row) => {
    await using doors = run.length === 0 ? new Doors([]) : await open()

    await run(doors, ...row)
  }
  // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- the callers' tests have both
  const test: Named<[]> = (name, run) => base(name, () => runWithDoors(run))
  const table: Table =
    (rows: readonly unknown[]): Named<unknown[]> =>
    (name, run) => {
      // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- the callers' tests have both
      base.for(rows)(name, (row) => runWithDoors(run, ...(Array.isArray(row) ? row : [row])))
    }

  return Object.assign(test, { table, each: base.each.bind(base) })
}

export const test = testWithDoors(openDoors)

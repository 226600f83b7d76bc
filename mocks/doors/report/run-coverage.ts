import { router } from '../../local/create-service.ts'
import type { TestRecord } from './test-record.ts'

/** What the tests of a run have exercised. */
export interface RunCoverage {
  readonly tests: number
  /** Operations of the contract, with the number of responses by status. */
  readonly operations: readonly (Operation & { readonly statuses: Readonly<Record<string, number>> })[]
  /** Operations of the contract that no test has requested. */
  readonly never: readonly Operation[]
  /** How many requests faults have affected, by the name of the fault. */
  readonly faults: Readonly<Record<string, number>>
  /** How many requests were received in scenarios, by the name of the scenario. */
  readonly scenarios: Readonly<Record<string, number>>
}

interface Operation {
  readonly method: string
  readonly path: string
}

/** Counts what tests have exercised. HEAD counts as GET; the controls of the sandbox do not count. */
export function coverageOf(tests: readonly TestRecord[]): RunCoverage {
  const requests = tests.flatMap((test) => test.requests)
  const all = router.routes
    .filter(({ path }) => !path.startsWith('/__sandbox'))
    .flatMap(({ methods, path }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => ({ method, path })),
    )
  const operations = all.map((operation) => ({
    ...operation,
    statuses: countsOf(
      requests
        .filter(
          ({ method, route }) =>
            route === operation.path && (method === 'HEAD' ? 'GET' : method) === operation.method,
        )
        .map(({ status }) => String(status)),
    ),
  }))

  return {
    tests: tests.length,
    operations: operations.filter(isExercised),
    never: operations.filter((each) => !isExercised(each)).map(({ method, path }) => ({ method, path })),
    faults: countsOf(requests.flatMap(({ faults }) => faults)),
    scenarios: countsOf(requests.flatMap(({ scenario }) => scenario ?? [])),
  }
}

function isExercised({ statuses }: { readonly statuses: object }): boolean {
  return Object.keys(statuses).length > 0
}

function countsOf(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>()

  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)

  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

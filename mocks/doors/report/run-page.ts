import { escaped, htmlPage } from '../../data/model/shared/html.ts'
import type { SandboxChange } from '../../client/sandbox-client.ts'
import { changeLine, messageLines } from '../testkit/failure-page.ts'
import { requestText } from '../testkit/received.ts'
import type { RecordedRequest, TestRecord } from './test-record.ts'
import { router } from '../../local/create-service.ts'

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

/** A self-contained page: what a run has exercised, and the time line of each test. */
export function runPage(tests: readonly TestRecord[], coverage: RunCoverage): string {
  const { operations, never } = coverage

  return htmlPage(
    'Sandbox report',
    `<h1>Sandbox report</h1>
<dl>${[
      ['Tests', `${tests.length}, ${tests.filter(({ isFailed }) => isFailed).length} failed`],
      ['Operations', `${operations.length} of ${operations.length + never.length}`],
      ['Faults', countList(coverage.faults)],
      ['Scenarios', countList(coverage.scenarios)],
    ]
      .map(([name = '', value = '']) => `<dt>${name}<dd>${escaped(value)}`)
      .join('\n')}</dl>
<h2>Tests</h2>
${tests.map(testPart).join('\n') || '<p class="note">No test had a sandbox.'}
<h2>Operations</h2>
<pre>${operations.map(({ method, path, statuses }) => escaped(`${method} ${path}: ${countList(statuses)}`)).join('\n')}</pre>
<details><summary>${never.length} that no test has requested</summary>
<pre>${never.map(({ method, path }) => escaped(`${method} ${path}`)).join('\n')}</pre></details>`,
  )
}

function countList(counts: Readonly<Record<string, number>>): string {
  return (
    Object.entries(counts)
      .map(([name, count]) => `${name} × ${count}`)
      .join(', ') || 'none'
  )
}

/** The requests and changes of a test, in the order of the sandbox's clock. */
function testPart({ title, file, isFailed, requests, changes }: TestRecord): string {
  const lines = [
    ...requests.map((request) => ({ at: request.time, text: requestLines(request) })),
    ...changes.map((change) => ({ at: change.at, text: changeLines(change) })),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const count = `requests: ${requests.length}, changes: ${changes.length}`

  return `<details><summary${isFailed ? ' class="failed"' : ''}>${escaped(`${title} (${count})`)}</summary>
<p class="note">${escaped(file)}</p>
<pre>${lines.map(({ text }) => escaped(text)).join('\n')}</pre></details>`
}

function requestLines({
  time,
  status,
  user,
  duration_ms,
  faults,
  scenario,
  ...request
}: RecordedRequest): string {
  const marks = [
    user ?? 'anonymous',
    `${duration_ms} ms`,
    ...faults,
    ...(scenario === null ? [] : [scenario]),
  ]

  return `${time} ${requestText(request)} → ${status} (${marks.join(', ')})`
}

function changeLines(change: SandboxChange): string {
  return [changeLine(change), ...(change.messages ?? []).flatMap(messageLines)].join('\n    ')
}

import { escaped, htmlPage } from '../../data/model/shared/html.ts'
import type { SandboxChange } from '../../client/sandbox-client.ts'
import { changeLine, messageLines } from '../testkit/failure-page.ts'
import { requestText } from '../testkit/received.ts'
import type { RecordedRequest, TestRecord } from './test-record.ts'
import type { RunCoverage } from './run-coverage.ts'

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

import { mkdir, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ReceivedRequest, SandboxChange, SandboxClient } from '../../client/sandbox-client.ts'

/** The variable with the folder of the records, which the reporter sets for the processes of the tests. */
export const recordFolder = 'SANDBOX_REPORT_FOLDER'

/** What the sandbox of a test received, and what that changed. */
export interface TestRecord {
  readonly title: string
  readonly file: string
  readonly isFailed: boolean
  readonly requests: readonly RecordedRequest[]
  readonly changes: readonly SandboxChange[]
}

/** A request without its headers and bodies, with the names of its faults. */
export type RecordedRequest = Omit<ReceivedRequest, 'request' | 'response'>

/** Records a test for the report of the run, if there is a reporter. */
export async function recordTest(
  sandbox: SandboxClient,
  test: Pick<TestRecord, 'title' | 'file' | 'isFailed'>,
): Promise<void> {
  const folder = process.env[recordFolder]
  if (folder === undefined) return

  const [requests, changes, rules] = await Promise.all([
    sandbox.requests(),
    sandbox.changes(),
    sandbox.faults(),
  ])
  const names = new Map(rules.map(({ id, name = id }) => [id, name]))
  const record: TestRecord = {
    ...test,
    requests: requests.map(({ request: _, response: __, faults, ...rest }) => ({
      ...rest,
      faults: faults.map((id) => names.get(id) ?? id),
    })),
    changes,
  }

  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${randomUUID()}.json`), JSON.stringify(record))
}

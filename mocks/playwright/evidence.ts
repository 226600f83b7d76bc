import { writeFile } from 'node:fs/promises'
import type { TestInfo } from '@playwright/test'
import type { SandboxClient } from '../client/sandbox-client.ts'
import { failurePage } from '../testkit/failure-page.ts'

const dataName = 'sandbox-data.zip'

/** Attaches to the report what is needed to see what happened, and to make it happen again. */
export async function attachEvidence(sandbox: SandboxClient, testInfo: TestInfo): Promise<void> {
  const [overview, requests, changes, data] = await Promise.all([
    sandbox.overview(),
    sandbox.requests(),
    sandbox.changes(),
    sandbox.export(),
  ])
  const page = failurePage({
    title: testInfo.titlePath.slice(1).join(' › '),
    overview,
    requests,
    changes: changes.items,
    again: [
      {
        text: `The world in which it failed is attached as ${dataName}:`,
        command: `npx entity-sandbox --data ${dataName}`,
      },
    ],
  })

  testInfo.annotations.push({ type: 'sandbox seed', description: String(sandbox.seed) })
  await attach(testInfo, 'sandbox.html', 'text/html', page)
  await attach(testInfo, dataName, 'application/zip', await zipOf(data))
}

/** Apart from the report, which would have to hold all of it. */
async function attach(
  testInfo: TestInfo,
  name: string,
  contentType: string,
  content: string | Uint8Array,
): Promise<void> {
  const path = testInfo.outputPath(name)

  await writeFile(path, content)
  await testInfo.attach(name, { path, contentType })
}

async function zipOf(data: object): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate')

  return zipSync({ 'sandbox-data.json': strToU8(JSON.stringify(data)) })
}

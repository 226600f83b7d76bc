import { writeFile } from 'node:fs/promises'
import type { TestInfo } from '@playwright/test'
import type { SandboxClient } from '../client/sandbox-client.ts'

/** Attaches to the report what is needed to see what happened, and to make it happen again. */
export async function attachEvidence(sandbox: SandboxClient, testInfo: TestInfo): Promise<void> {
  const [requests, data] = await Promise.all([sandbox.requests(), sandbox.export()])

  testInfo.annotations.push({ type: 'sandbox seed', description: String(sandbox.seed) })
  await testInfo.attach('sandbox-journal.json', { body: asText(requests), contentType: 'application/json' })
  await attachFile(testInfo, 'sandbox-data.json', asText(data))
}

/** Apart from the report, which would have to hold all of it. */
async function attachFile(testInfo: TestInfo, name: string, text: string): Promise<void> {
  const path = testInfo.outputPath(name)

  await writeFile(path, text)
  await testInfo.attach(name, { path, contentType: 'application/json' })
}

function asText(content: unknown): string {
  return JSON.stringify(content, undefined, 2)
}

import type { TestInfo } from '@playwright/test'
import type { TestSandbox } from '../testkit/test-sandbox.ts'

/** Attaches to the report what is needed to see what happened, and to make it happen again. */
export async function attachEvidence(sandbox: TestSandbox, testInfo: TestInfo): Promise<void> {
  const [requests, data] = await Promise.all([sandbox.requests(), sandbox.export()])

  testInfo.annotations.push({ type: 'sandbox seed', description: String(sandbox.seed) })
  await attachJson(testInfo, 'sandbox-journal.json', requests)
  await attachJson(testInfo, 'sandbox-data.json', data)
}

async function attachJson(testInfo: TestInfo, name: string, content: unknown): Promise<void> {
  await testInfo.attach(name, {
    body: JSON.stringify(content, undefined, 2),
    contentType: 'application/json',
  })
}

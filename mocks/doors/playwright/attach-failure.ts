import { writeFile } from 'node:fs/promises'
import type { TestInfo } from '@playwright/test'
import { RemoteConnection } from '../../client/remote-connection.ts'
import type { SandboxClient } from '../../client/sandbox-client.ts'
import { clientOf } from '../../client/transport.ts'
import { failurePage, type ReproductionStep } from '../testkit/failure-page.ts'
import { serverOf, type PlaywrightSandboxOptions } from './open.ts'

const dataName = 'sandbox-data.zip'
const archiveName = 'sandbox.har'

/** Attaches the requests, the changes and the data of the sandbox to the report, to show and reproduce the failure. */
export async function attachFailure(
  sandbox: SandboxClient,
  options: PlaywrightSandboxOptions,
  testInfo: TestInfo,
): Promise<void> {
  const [overview, archive, changes, faults, data] = await Promise.all([
    sandbox.overview(),
    sandbox.archive(),
    sandbox.changes(),
    sandbox.faults(),
    sandbox.export(),
  ])
  const { strToU8, zipSync } = await import('fflate')
  const zip = zipSync({ 'sandbox-data.json': strToU8(JSON.stringify(data)) })
  const links = await linksToSandbox(sandbox, zip, options)
  const page = failurePage({
    title: testInfo.titlePath.slice(1).join(' › '),
    overview,
    archive,
    changes,
    faults,
    reproduction: [
      ...links,
      {
        text: `The sandbox in which it failed is attached as ${dataName}. Download it, and open it in the console:`,
        command: `npx entity-sandbox --data ${dataName} --open`,
      },
    ],
  })

  testInfo.annotations.push({ type: 'sandbox seed', description: String(overview.seed) })
  // Playwright's reports turn a URL into a link.
  for (const { text, link } of links) {
    testInfo.annotations.push({ type: 'sandbox', description: link ?? text })
  }
  await attach(testInfo, 'sandbox.html', 'text/html', page)
  await attach(testInfo, archiveName, 'application/json', JSON.stringify(archive))
  await attach(testInfo, dataName, 'application/zip', zip)
}

/** Links to the sandbox on the test's server, or to a copy of it. */
async function linksToSandbox(
  sandbox: SandboxClient,
  zip: Uint8Array<ArrayBuffer>,
  { server, keepFailedAt, controlToken }: PlaywrightSandboxOptions,
): Promise<ReproductionStep[]> {
  if (server) return [linkTo(sandbox.id, serverOf(server))]
  if (keepFailedAt === undefined) return []

  try {
    const copy = await RemoteConnection.open(keepFailedAt, { own: true, controlToken })
    const body = new Blob([zip], { type: 'application/zip' })

    await clientOf(copy).POST('/__sandbox/import', { query: { baseline: true }, body })

    return [linkTo(copy.id, keepFailedAt)]
  } catch (error) {
    return [
      { text: `It could not be copied to ${keepFailedAt}. ${error instanceof Error ? error.message : ''}` },
    ]
  }
}

function linkTo(id: string, server: string): ReproductionStep {
  return {
    text: 'The sandbox in which it failed, in the console:',
    // The server may be below a prefix.
    link: new URL(`?sandbox=${id}`, server.endsWith('/') ? server : `${server}/`).href,
  }
}

/** Attaches content as a file, since a body would be inlined into the report. */
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

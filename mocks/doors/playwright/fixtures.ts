import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
  expect as baseExpect,
  type Expect,
  type ExpectMatcherState,
} from '@playwright/test'
import { SeededSandboxes } from '../testkit/seeded-sandboxes.ts'
import {
  problemsAtEnd,
  checkReceived,
  likelyCauses,
  toHaveSent,
  type MatcherResult,
  type ReceivedOptions,
} from '../testkit/received.ts'
import { toHaveChanged } from '../testkit/changed.ts'
import { recordTest } from '../report/test-record.ts'
import { attachFailure } from './attach-failure.ts'
import { openInProcess, openOnServer, type PlaywrightSandboxOptions } from './open.ts'
import { type PageSandbox, withSteps } from './page-sandbox.ts'
import type { SandboxClient } from '../../client/sandbox-client.ts'

export interface SandboxFixtures {
  /** How the sandboxes of tests are created and reached. */
  sandboxOptions: PlaywrightSandboxOptions
  /** The test's own sandbox. It handles the browser's requests to the API. */
  sandbox: PageSandbox
}

export interface SandboxWorkerFixtures {
  /** The worker's seeded sandboxes, for its tests to fork. */
  seededSandboxes: SeededSandboxes
}

const doorOptions = 'api server controlToken keepFailedAt actAs unhandled handlers'.split(' ')

/**
 * Playwright's `test`, in which every test has its own sandbox.
 *
 * @example
 * test('renames an asset', async ({ page, sandbox }) => {
 *   const asset = await sandbox.give('M.Asset', { properties: { FileName: 'soup.png' } })
 *   ...
 *   await expect(sandbox).toHaveReceived('PUT', `/api/entities/${asset.id}`)
 * })
 */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & SandboxFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & SandboxWorkerFixtures
> = base.extend<SandboxFixtures, SandboxWorkerFixtures>({
  sandboxOptions: [{}, { option: true }],

  seededSandboxes: [
    // Playwright reads from the first parameter which fixtures are needed.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await use(new SeededSandboxes(doorOptions))
    },
    { scope: 'worker' },
  ],

  sandbox: [
    async ({ context, sandboxOptions, seededSandboxes, baseURL }, use, testInfo) => {
      const fixtures = { context, baseURL, seeded: seededSandboxes }
      const sandbox = await (sandboxOptions.server ? openOnServer : openInProcess)(sandboxOptions, fixtures)

      if (sandboxOptions.actAs !== undefined) await sandbox.actAs(sandboxOptions.actAs)
      await use(withSteps('sandbox', sandbox, ['clock']))

      const problem = await problemsAtEnd(sandbox, sandboxOptions, [...sandbox.pageProblems])
      const isFailed = problem !== undefined || testInfo.status !== testInfo.expectedStatus

      if (isFailed) await attachFailure(sandbox, sandboxOptions, testInfo)
      await recordTest(sandbox, {
        title: testInfo.titlePath.slice(1).join(' › '),
        file: testInfo.file,
        isFailed,
      })
      // The report of a failed test links to its sandbox on the server.
      await (isFailed && sandboxOptions.server ? sandbox.disconnect() : sandbox.close())
      if (problem !== undefined) throw new Error(problem)
    },
    { auto: true },
  ],
})

/** Declared, because inferred published types would refer to a package that only Playwright depends on. */
type SandboxMatchers = {
  /**
   * Waits until the application has sent a request, by default as long as other assertions; with `not`, checks once.
   * Instead of a method and a path: `query` or `mutation`, and the name of a GraphQL operation.
   */
  toHaveReceived(
    this: ExpectMatcherState,
    sandbox: SandboxClient,
    method: string,
    path: string,
    expected?: ReceivedOptions,
  ): Promise<MatcherResult>
  /** Waits until the sandbox has sent a message to a receiver, accepted or not; with `not`, checks once. */
  toHaveSent: typeof toHaveSent
  /** Waits until properties of an entity have changed: `{ Title: ['Leek', 'Leek soup'] }`; with `not`, checks once. */
  toHaveChanged: typeof toHaveChanged
}

/** Playwright's `expect`, with the sandbox's matchers. */
export const expect: Expect<SandboxMatchers> = baseExpect.extend<SandboxMatchers>({
  async toHaveReceived(
    this: ExpectMatcherState,
    sandbox: SandboxClient,
    method: string,
    path: string,
    { timeout = this.timeout, ...expected }: ReceivedOptions = {},
  ) {
    return checkReceived(sandbox, [method, path], {
      ...expected,
      timeout,
      isNot: this.isNot,
      causes: likelyCauses.page,
    })
  },

  toHaveSent,
  toHaveChanged,
})

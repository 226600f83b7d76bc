import { expect as base, type Expect, type ExpectMatcherState } from '@playwright/test'
import {
  checkReceived,
  expectedRequest,
  type MatcherResult,
  type ReceivedOptions,
} from '../testkit/received.ts'
import type { SandboxClient } from '../client/sandbox-client.ts'

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
}

/** Playwright's `expect`, with the sandbox's matchers. */
export const expect: Expect<SandboxMatchers> = base.extend<SandboxMatchers>({
  async toHaveReceived(
    this: ExpectMatcherState,
    sandbox: SandboxClient,
    method: string,
    path: string,
    { timeout = this.timeout, ...expected }: ReceivedOptions = {},
  ) {
    return checkReceived(sandbox, expectedRequest(method, path, expected), { timeout, isNot: this.isNot })
  },
})

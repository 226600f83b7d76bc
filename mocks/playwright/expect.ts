import { expect as base } from '@playwright/test'
import { hasReceived, type ReceivedOptions } from '../testkit/received.ts'
import type { TestSandbox } from '../testkit/test-sandbox.ts'

/** How long a request may take to come, in milliseconds, unless the matcher says. */
const patience = 5000

/** Playwright's `expect`, with the sandbox's matchers. */
export const expect = base.extend({
  /** Waits until the application has sent a request; negated, looks once. */
  async toHaveReceived(
    sandbox: TestSandbox,
    method: string,
    path: string,
    { timeout = patience, ...expected }: ReceivedOptions = {},
  ) {
    return hasReceived(sandbox, { method, path, ...expected }, { timeout, isNot: this.isNot })
  },
})

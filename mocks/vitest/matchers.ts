import { hasReceived, type MatcherResult, type ReceivedOptions } from '../testkit/received.ts'
import type { SandboxClient } from '../client/sandbox-client.ts'

/** How long a request may take to come, in milliseconds, unless the matcher says. */
const defaultTimeout = 1000

/**
 * Matchers for `expect.extend(matchers)`.
 *
 * @example
 * await expect(sandbox).toHaveReceived('PUT', '/api/entities/7', { body: { properties: { Title: 'Soup' } } })
 */
export const matchers = {
  /** Waits until the application has sent a request; negated, looks once. */
  toHaveReceived(
    this: { isNot?: boolean },
    sandbox: SandboxClient,
    method: string,
    path: string,
    { timeout = defaultTimeout, ...expected }: ReceivedOptions = {},
  ): Promise<MatcherResult> {
    return hasReceived(sandbox, { method, path, ...expected }, { timeout, isNot: this.isNot ?? false })
  },
}

/** The matchers of `expect(sandbox)`. */
export interface SandboxMatchers {
  /** Waits until the application has sent a request; negated, looks once. */
  toHaveReceived(method: string, path: string, expected?: ReceivedOptions): Promise<void>
}

/** An `expect` that has taken the matchers, as one that knows no types of them. */
export interface SandboxExpect {
  (sandbox: SandboxClient): SandboxMatchers & { readonly not: SandboxMatchers }
}

/**
 * Gives an `expect` the matchers and their types, whichever runner it is of.
 *
 * @example
 * import { expect as base } from '@jest/globals'
 *
 * const expect = withMatchers(base)
 */
export function withMatchers<Expect extends { extend(matchers: object): void }>(
  expect: Expect,
): SandboxExpect & Expect {
  expect.extend(matchers)

  return expect as SandboxExpect & Expect // what extend() has just made it
}

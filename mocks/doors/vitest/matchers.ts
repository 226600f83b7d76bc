import {
  checkReceived,
  likelyCauses,
  type MatcherResult,
  type ReceivedOptions,
  type SentMembers,
  type SentOptions,
  toHaveSent,
} from '../testkit/received.ts'
import { toHaveChanged, type ChangedEntity, type ChangedProperties } from '../testkit/changed.ts'
import type { MessageEvent } from '../../data/model/messages/message.ts'
import type { SandboxClient } from '../../client/sandbox-client.ts'

/** How long to wait for a request by default, in milliseconds. */
const defaultTimeout = 1000

/**
 * Matchers for `expect.extend(matchers)`.
 *
 * @example
 * await expect(sandbox).toHaveReceived('PUT', '/api/entities/7', { body: { properties: { Title: 'Soup' } } })
 * await expect(sandbox).toHaveSent('EntityUpdated', { TargetId: 7 })
 * await expect(sandbox).toHaveChanged(7, { Title: ['Leek', 'Leek soup'] })
 * await expect(sandbox).toHaveReceived('query', 'ProductPage', { variables: { id: 'leek' } })
 */
export const matchers = {
  /** Waits until the application has sent a request; with `not`, checks once. */
  toHaveReceived(
    this: { isNot?: boolean },
    sandbox: SandboxClient,
    method: string,
    path: string,
    { timeout = defaultTimeout, ...expected }: ReceivedOptions = {},
  ): Promise<MatcherResult> {
    return checkReceived(sandbox, [method, path], {
      ...expected,
      timeout,
      isNot: this.isNot ?? false,
      causes: likelyCauses.process,
    })
  },

  toHaveSent,
  toHaveChanged,
}

export interface SandboxMatchers {
  /**
   * Waits until the application has sent a request; with `not`, checks once. Instead of a method and a path: `query` or
   * `mutation`, and the name of a GraphQL operation.
   */
  toHaveReceived(method: string, path: string, expected?: ReceivedOptions): Promise<void>
  /** Waits until the sandbox has sent a message to a receiver, accepted or not; with `not`, checks once. */
  toHaveSent(event: MessageEvent, members?: SentMembers, options?: SentOptions): Promise<void>
  /** Waits until properties of an entity have changed: `{ Title: ['Leek', 'Leek soup'] }`; with `not`, checks once. */
  toHaveChanged(
    entity: ChangedEntity,
    expected: ChangedProperties,
    options?: { readonly timeout?: number },
  ): Promise<void>
}

/** An `expect` with the types of the matchers, for runners whose `expect` lacks them. */
export interface SandboxExpect {
  (sandbox: SandboxClient): SandboxMatchers & { readonly not: SandboxMatchers }
}

/**
 * Adds the matchers and their types to the `expect` of any runner.
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

  return expect as SandboxExpect & Expect // extend() has added the matchers
}

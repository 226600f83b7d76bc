/** Sandboxes for tests that run in Jest. */
import type { SandboxMatchers } from '../vitest/matchers.ts'

// Merging with Jest's interface requires its type parameters.

declare global {
  namespace jest {
    // oxlint-disable-next-line no-unused-vars
    interface Matchers<R, T = {}> extends SandboxMatchers {}
  }
}

export { seedSandboxes, type SandboxesForTests, type TestSandboxOptions } from '../vitest/seed-sandboxes.ts'
export { matchers, withMatchers, type SandboxExpect } from '../vitest/matchers.ts'
export type { ChangedEntity, ChangedProperties } from '../testkit/changed.ts'
export type { ReceivedOptions, SentMembers, SentOptions } from '../testkit/received.ts'
export type { ExpectedRequest, ReceivedRequest, RequestVerdict } from '../../client/sandbox-client.ts'
export type { EntityOf, GivenEntity } from '../../client/entity-types.ts'
export type { HealthLabel, SandboxClient as Sandbox } from '../../client/sandbox-client.ts'

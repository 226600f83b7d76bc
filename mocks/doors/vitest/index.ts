/** Sandboxes for tests that run in Node, with Vitest or node:test. */
import type { SandboxMatchers } from './matchers.ts'
import { setAfterAll } from './seed-sandboxes.ts'

declare module 'vitest' {
  // Merging with Vitest's interface requires its type parameter.
  // oxlint-disable-next-line no-unused-vars
  interface Matchers<T> extends SandboxMatchers {}
}

// Vitest exports its hooks, unless they are global; outside Vitest it can't be imported.
if ('__vitest_worker__' in globalThis) setAfterAll((await import('vitest')).afterAll)

export { seedSandboxes, type SandboxesForTests, type TestSandboxOptions } from './seed-sandboxes.ts'
export { matchers, withMatchers, type SandboxExpect } from './matchers.ts'
export type { ChangedEntity, ChangedProperties } from '../testkit/changed.ts'
export type { ReceivedOptions, SentMembers, SentOptions } from '../testkit/received.ts'
export type { ExpectedRequest, ReceivedRequest, RequestVerdict } from '../../client/sandbox-client.ts'
export type { EntityOf, GivenEntity } from '../../client/entity-types.ts'
export type { HealthLabel, SandboxClient as Sandbox } from '../../client/sandbox-client.ts'

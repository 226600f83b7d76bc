/** Sandboxes for tests that run in Node, with Vitest or node:test. */
import './matcher-types.ts'

export {
  seedSandboxes,
  type OpenSandbox,
  type SandboxesForTests,
  type TestSandboxOptions,
} from './seed-sandboxes.ts'
export { matchers, withMatchers, type SandboxExpect } from './matchers.ts'
export type { ReceivedOptions } from '../testkit/received.ts'
export type { ExpectedRequest, ReceivedRequest, RequestVerdict } from '../testkit/requests.ts'
export type { GivenEntity } from '../testkit/given-entity.ts'
export type { EntityOf, HealthLabel, TestSandbox } from '../testkit/test-sandbox.ts'

/** Sandboxes for tests that run in Node, with Vitest or node:test. */
import './matcher-types.ts'

export { seedSandboxes, type SandboxesForTests, type TestSandboxOptions } from './seed-sandboxes.ts'
export { matchers, withMatchers, type SandboxExpect } from './matchers.ts'
export type { ReceivedOptions } from '../testkit/received.ts'
export type { ExpectedRequest, ReceivedRequest, RequestVerdict } from '../../client/requests.ts'
export type { EntityOf, GivenEntity } from '../../client/entities.ts'
export type { HealthLabel, SandboxClient as Sandbox } from '../../client/sandbox-client.ts'

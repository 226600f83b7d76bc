/** Playwright fixtures. */
export { expect, test, type SandboxFixtures, type SandboxWorkerFixtures } from './fixtures.ts'
export type { PlaywrightSandboxOptions } from './open.ts'
export type { PageSandbox } from './page-sandbox.ts'
export type { ChangedEntity, ChangedProperties } from '../testkit/changed.ts'
export type { ReceivedOptions, SentMembers, SentOptions } from '../testkit/received.ts'
export type { ExpectedRequest, ReceivedRequest, RequestVerdict } from '../../client/sandbox-client.ts'
export type { EntityOf, GivenEntity } from '../../client/entity-types.ts'
export type { HealthLabel, SandboxClient as Sandbox } from '../../client/sandbox-client.ts'

/** Playwright fixtures. */
export { expect } from './expect.ts'
export { test, type SandboxFixtures, type SandboxWorkerFixtures } from './fixtures.ts'
export type { PlaywrightSandboxOptions } from './options.ts'
export type { PageSandbox } from './page-sandbox.ts'
export type { ReceivedOptions } from '../testkit/received.ts'
export type { ExpectedRequest, ReceivedRequest, RequestVerdict } from '../testkit/requests.ts'
export type { GivenEntity } from '../testkit/given-entity.ts'
export type { EntityOf, HealthLabel, TestSandbox } from '../testkit/test-sandbox.ts'

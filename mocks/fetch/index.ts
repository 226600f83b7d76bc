/** The Fetch door, for every runtime that serves with `Request` and `Response`. It takes nothing but this package. */
export { connect } from '../client/connect.ts'
export type { ConnectOptions } from '../client/remote-world.ts'
export type { SandboxClient as Sandbox } from '../client/sandbox-client.ts'
export type { SandboxOptions } from '../config.ts'
export type { CreateSandboxOptions } from '../create-sandbox.ts'
export { createLocalSandbox as createSandbox, type LocalSandbox } from '../local-sandbox.ts'
export { createFetchHandler, type FetchHandler, type FetchOptions } from './create-fetch-handler.ts'

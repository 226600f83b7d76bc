/** The Fetch door, for every runtime that serves with `Request` and `Response`. It takes nothing but this package. */
export type { SandboxOptions } from '../config.ts'
export { createSandbox, type CreateSandboxOptions } from '../create-sandbox.ts'
export { createFetchHandler, type FetchHandler, type FetchOptions } from './create-fetch-handler.ts'
export type { Sandbox } from '../sandbox/sandbox.ts'

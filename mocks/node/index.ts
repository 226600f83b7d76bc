/** The Node door. It takes nothing but this package. */
export { defineSandbox, type SandboxConfig, type SandboxOptions } from '../config.ts'
export { createSandbox, type CreateSandboxOptions } from '../create-sandbox.ts'
export { listen } from './listen.ts'
export type { ListenOptions, SandboxServer } from './serve.ts'
export { openPersisted, type PersistOptions, type PersistedSandboxes } from './persistence/persist.ts'
export type { Sandbox } from '../sandbox/sandbox.ts'

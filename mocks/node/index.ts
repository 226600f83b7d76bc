/** The Node door. It takes nothing but this package. */
export { defineSandbox, type SandboxConfig } from '../config.ts'
export { createSandbox, type SandboxOptions } from '../create-sandbox.ts'
export { listen } from './listen.ts'
export type { ListenOptions, SandboxServer } from './serve.ts'
export { openPersisted, type PersistOptions, type PersistedSandboxes } from './persistence/persist.ts'
export type { Sandbox } from '../sandbox/sandbox.ts'

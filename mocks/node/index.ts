/** The Node door. */
export { defineSandbox, type SandboxConfig } from '../config.ts'
export { listen } from './listen.ts'
export type { ListenOptions, SandboxServer } from './serve.ts'
export { openPersisted, type PersistOptions, type PersistedSandboxes } from './persist.ts'

/** The Node door. */
export { listen } from './listen.ts'
export type { ListenOptions, SandboxServer } from './serve.ts'

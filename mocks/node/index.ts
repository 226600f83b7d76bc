/** The Node door. */
export { listen, type ListenOptions, type SandboxServer } from './listen.ts'

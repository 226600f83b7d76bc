/** The Vite plugin. */
export { entitySandbox, type EntitySandboxOptions } from './entity-sandbox.ts'

/** The sandbox as ordinary msw handlers. Other entries need msw for tests in Vitest and Jest, and for user handlers. */
export { createHandlers } from './create-handlers.ts'
export type { SandboxesOptions } from '../sandbox/sandboxes-options.ts'

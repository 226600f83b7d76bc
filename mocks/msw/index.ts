/** The sandbox as ordinary msw handlers: the one entry besides a page's worker that needs msw. */
export { createHandlers } from './create-handlers.ts'
export type { SandboxesOptions } from '../sandbox/sandboxes-options.ts'

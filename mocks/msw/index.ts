/** The sandbox as ordinary msw handlers: the one entry beside a page's worker that needs msw. */
export { createHandlers } from './create-handlers.ts'
export type { SandboxesOptions } from '../sandbox/sandboxes-options.ts'

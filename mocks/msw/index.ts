/** The sandbox as ordinary msw handlers. Only this entry point and the service worker need msw. */
export { createHandlers } from './create-handlers.ts'
export type { SandboxesOptions } from '../sandbox/sandboxes-options.ts'

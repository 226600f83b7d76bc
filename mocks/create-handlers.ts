import type { RequestHandler } from 'msw'
import { createService } from './create-service.ts'
import { handlersOf } from './http/handlers.ts'
import type { Sandbox } from './sandbox/sandbox.ts'

/**
 * The whole interface over one sandbox, as ordinary msw handlers: for `setupServer`, `setupWorker`,
 * `@msw/playwright`, or `listen()`.
 *
 * @example
 * const sandbox = await createSandbox({ seed: 7 })
 * const server = setupServer(...createHandlers(sandbox))
 */
export function createHandlers(sandbox: Sandbox): RequestHandler[] {
  return handlersOf(createService(sandbox))
}

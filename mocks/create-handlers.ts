import type { RequestHandler } from 'msw'
import { createService } from './create-service.ts'
import { handlersOf } from './http/msw/handlers.ts'
import { LocalSandbox } from './local-sandbox.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { Sandboxes, SandboxesOptions } from './sandbox/sandboxes.ts'

/**
 * The whole interface over one sandbox, and the others that requests may name, as ordinary msw handlers: for `setupServer`, `setupWorker`,
 * `@msw/playwright`, or `listen()`.
 *
 * @example
 * const sandbox = await createSandbox({ seed: 7 })
 * const server = setupServer(...createHandlers(sandbox))
 */
export function createHandlers(
  sandbox: LocalSandbox | Sandbox | Sandboxes,
  options?: SandboxesOptions,
): RequestHandler[] {
  if (!(sandbox instanceof LocalSandbox)) return handlersOf(createService(sandbox, options))

  const { world } = sandbox

  return handlersOf(options ? createService(world.sandbox, options) : world.service, world.foreign)
}

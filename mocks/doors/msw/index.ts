/** The sandbox as ordinary msw handlers. Other entries need msw for tests in Vitest and Jest, and for user handlers. */
import type { RequestHandler } from 'msw'
import type { LocalSandbox } from '../../local/local-sandbox.ts'
import { handlersOfSandbox } from '../../local/serve-handlers.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { sandboxesOptionNames, type Sandboxes, type SandboxesOptions } from '../../sandbox/sandboxes.ts'
import { rejectUnknownOptions } from '../../data/model/shared/suggestion.ts'

export type { SandboxesOptions } from '../../sandbox/sandboxes.ts'

/**
 * Creates ordinary msw handlers for a sandbox, and for the others that requests name (`X-Sandbox`): for `setupServer`,
 * `setupWorker`, `@msw/playwright`, or `listen()`.
 *
 * @example
 * const sandbox = await createSandbox({ seed: 7 })
 * const server = setupServer(...createHandlers(sandbox))
 */
export function createHandlers(
  sandbox: LocalSandbox | Sandbox | Sandboxes,
  options: SandboxesOptions = {},
): RequestHandler[] {
  rejectUnknownOptions(options, sandboxesOptionNames, 'create handlers')

  return handlersOfSandbox(sandbox, options)
}

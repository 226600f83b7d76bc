import { Sandbox } from '../sandbox/sandbox.ts'
import { Sandboxes, type SandboxesOptions } from '../sandbox/sandboxes.ts'
import { HandlerList, handlersOf, type RouteHandler } from '../service/http/msw/handler-list.ts'
import type { MswHandler } from '../service/http/msw/msw-handler.ts'
import { createService } from './create-service.ts'
import { LocalSandbox } from './local-sandbox.ts'

// Separate from `local-sandbox.ts`, so that its published types don't need those of msw.

/**
 * The handlers of a sandbox.
 *
 * @param options of the other sandboxes that requests may name
 */
export function handlersOfSandbox(
  sandbox: LocalSandbox | Sandbox | Sandboxes,
  options: SandboxesOptions = {},
): RouteHandler[] {
  if (![LocalSandbox, Sandbox, Sandboxes].some((kind) => sandbox instanceof kind))
    throw new TypeError(
      'Expected a sandbox returned by createSandbox(), or a list that includes createHandlers(sandbox).',
    )
  if (!(sandbox instanceof LocalSandbox)) return handlersOf(createService(sandbox, options))

  const { connection } = sandbox
  const { requireSandbox, idleLimit, countLimit } = options
  const hasNoOptions = [requireSandbox, idleLimit, countLimit].every((option) => option === undefined)
  const service = hasNoOptions ? connection.service : createService(connection.sandbox, options)

  service.addedHandlers = connection

  return handlersOf(service)
}

/**
 * What a server serves.
 *
 * @param served a sandbox, or its handlers among others
 */
export function servedBy(
  served: LocalSandbox | Sandbox | Sandboxes | readonly MswHandler[],
  options?: SandboxesOptions,
): HandlerList {
  return new HandlerList(isHandlers(served) ? served : handlersOfSandbox(served, options))
}

function isHandlers(
  served: LocalSandbox | Sandbox | Sandboxes | readonly MswHandler[],
): served is readonly MswHandler[] {
  return Array.isArray(served)
}

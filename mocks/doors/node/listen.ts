import type { MswHandler } from '../../service/http/msw/msw-handler.ts'
import { inFront } from '../../service/http/msw/user-handlers.ts'
import type { RouteHandler } from '../../service/http/msw/handlers.ts'
import { Service } from '../../service/http/service.ts'
import { serviceOf, LocalSandbox } from '../../local/local-sandbox.ts'
import { Sandbox } from '../../sandbox/sandbox.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'
import type { ListenOptions, SandboxServer } from './sandbox-server.ts'
import { serve } from './serve.ts'

/**
 * Serves a sandbox over HTTP, or its handlers together with others. The sandbox's own handlers are called without msw;
 * the others, such as overrides, run before them, through msw.
 *
 * @example
 * const server = await listen(await createSandbox(), { port: 4010 })
 *
 * @throws when the port is in use (`EADDRINUSE`)
 */
export async function listen(
  served: LocalSandbox | Sandbox | Sandboxes | readonly MswHandler[],
  options: ListenOptions = {},
): Promise<SandboxServer> {
  if (isHandlers(served)) return listenWith(served, options)

  if (![LocalSandbox, Sandbox, Sandboxes].some((kind) => served instanceof kind)) {
    throw new TypeError(
      'Failed to listen: expected a sandbox, or handlers that include createHandlers(sandbox).',
    )
  }

  const { service, userHandlers } = serviceOf(served)

  return serve(service, userHandlers, options)
}

function isHandlers(
  served: LocalSandbox | Sandbox | Sandboxes | readonly MswHandler[],
): served is readonly MswHandler[] {
  return Array.isArray(served)
}

async function listenWith(handlers: readonly MswHandler[], options: ListenOptions): Promise<SandboxServer> {
  const sandboxHandler = handlers.find(isSandboxHandler)
  const others = handlers.filter((handler) => !isSandboxHandler(handler))

  if (!sandboxHandler)
    throw new Error(
      'Failed to listen: there is no handler of a sandbox. Pass the sandbox, or createHandlers(sandbox).',
    )

  return serve(sandboxHandler.service, inFront(others, sandboxHandler.userHandlers), options)
}

/** Recognised by its members, not by its class, so that serving a sandbox does not load msw. */
function isSandboxHandler(
  handler: MswHandler,
): handler is MswHandler & Pick<RouteHandler, 'service' | 'userHandlers'> {
  return 'service' in handler && handler.service instanceof Service
}

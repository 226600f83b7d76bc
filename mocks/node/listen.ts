import type { RequestHandler } from 'msw'
import { Service } from '../http/service.ts'
import { serve, type ListenOptions, type SandboxServer } from './serve.ts'

/**
 * Serves handlers over HTTP. The sandbox's own are called without msw in between; others, such as overrides,
 * run through msw as they are, and before them.
 *
 * @example
 * const server = await listen(createHandlers(await createSandbox()), { port: 4010 })
 *
 * @throws when the port is taken (`EADDRINUSE`)
 */
export async function listen(
  handlers: readonly RequestHandler[],
  options: ListenOptions = {},
): Promise<SandboxServer> {
  const service = handlers.map(serviceOf).find((found) => found !== undefined)
  const foreign = handlers.filter((handler) => serviceOf(handler) === undefined)

  if (!service)
    throw new Error('Failed to listen: there is no handler of a sandbox. Pass createHandlers(sandbox).')

  return serve(service, foreign, options)
}

/** Recognised by what it carries, not by its class, so that serving a sandbox does not take msw. */
function serviceOf(handler: RequestHandler): Service | undefined {
  return 'service' in handler && handler.service instanceof Service ? handler.service : undefined
}

import { rejectUnknownOptions } from '../../data/model/shared/suggestion.ts'
import { ServerSettings } from '../../local/config.ts'
import type { MswHandler } from '../../service/http/msw/msw-handler.ts'
import type { LocalSandbox } from '../../local/local-sandbox.ts'
import { servedBy } from '../../local/serve-handlers.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import type { ListenOptions, SandboxServer } from './server-types.ts'
import { serve } from './serve.ts'

/**
 * Serves a sandbox over HTTP, or its handlers together with others, in their order. The sandbox's own handlers answer
 * without objects of Fetch.
 *
 * @example
 * const server = await listen(await createSandbox(), { port: 4010 })
 *
 * @throws {TypeError} for an unknown option
 * @throws when the port is in use (`EADDRINUSE`)
 */
export async function listen(
  served: LocalSandbox | Sandbox | Sandboxes | readonly MswHandler[],
  options: ListenOptions = {},
): Promise<SandboxServer> {
  rejectUnknownOptions(options, [...Object.keys(ServerSettings.shape), 'console'], 'listen')

  return serve(servedBy(served), options)
}

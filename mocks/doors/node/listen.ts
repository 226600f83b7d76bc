/// <reference lib="esnext.disposable" preserve="true" />
import { rejectUnknownOptions } from '../../data/model/shared/suggestion.ts'
import { ServerSettings } from '../../local/config.ts'
import type { MswHandler } from '../../service/http/msw/msw-handler.ts'
import type { LocalSandbox } from '../../local/local-sandbox.ts'
import { servedBy } from '../../local/serve-handlers.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import { serve } from './serve.ts'
import type { z } from 'zod'

/** The options of a server, as on the command line. It serves no console by default. */
export interface ListenOptions extends Readonly<Partial<Omit<z.infer<typeof ServerSettings>, 'port'>>> {
  /** Default 0: any free port. */
  readonly port?: number
  /** Serves the package's console at `/`. Default: no console. */
  readonly console?: 'built'
}

/** A sandbox served over HTTP. */
export interface SandboxServer extends AsyncDisposable {
  /** Base URL: `http://127.0.0.1:4010`. */
  readonly url: string
  /** Base URLs for other machines, when `host` is a wildcard. */
  readonly networkUrls: readonly string[]
  readonly port: number
  readonly hasConsole: boolean
  /** Required by `/__sandbox` and the console; undefined on a loopback address. */
  readonly controlToken: string | undefined
  /** The certificate of `https` (PEM), for programs that have to trust it; undefined without `https`. */
  readonly certificate: string | undefined
  /** Ends streams, waits up to two seconds for requests in progress, and closes all connections. */
  close(): Promise<void>
}

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

/// <reference lib="esnext.disposable" preserve="true" />
import type { z } from 'zod'
import type { ServerSettings } from '../../local/config.ts'

// Separate from `serve.ts`, so that the published types don't import those of replicas.

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
  /** Required by `/__sandbox` and the console; undefined if none was given and no other machine can reach the server. */
  readonly controlToken: string | undefined
  /** The certificate of `https` (PEM), for programs that have to trust it; undefined without `https`. */
  readonly certificate: string | undefined
  /** Ends streams, waits up to two seconds for requests in progress, and closes all connections. */
  close(): Promise<void>
}

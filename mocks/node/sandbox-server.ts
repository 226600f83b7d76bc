/// <reference lib="esnext.disposable" preserve="true" />
import type { z } from 'zod'
import type { ServerSettings } from '../config.ts'

// Apart from what serves, so that the published types lead to nothing that only replicas take.

/** How a server listens, as on the command line; it has no console by default. */
export interface ListenOptions extends Readonly<Partial<Omit<z.infer<typeof ServerSettings>, 'port'>>> {
  /** Default 0: any free port. */
  readonly port?: number
  /** Whether to serve the console at `/`; it is part of the package. Default no. */
  readonly console?: 'built'
}

/** A sandbox served over HTTP. */
export interface SandboxServer extends AsyncDisposable {
  /** Base URL: `http://127.0.0.1:4010`. */
  readonly url: string
  /** Where others in the machine's networks reach it, when `host` is every address. */
  readonly networkUrls: readonly string[]
  readonly port: number
  readonly hasConsole: boolean
  /** Required by `/__sandbox` and the console; undefined on a loopback address. */
  readonly controlToken: string | undefined
  /** The certificate of `https`, for programs that have to trust it; undefined without. */
  readonly certificate: string | undefined
  /** Ends streams, waits two seconds at most for requests in progress, and closes every connection. */
  close(): Promise<void>
}

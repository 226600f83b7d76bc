import type { Transport } from '../browser/browser-sandbox.ts'
import type { SandboxOptions } from '../config.ts'

/** The options of a sandbox, except those that can't be written into a page. */
export interface EntitySandboxOptions extends Omit<SandboxOptions, 'scenarios' | 'commands' | 'scripts'> {
  /**
   * Where the sandbox runs: in the dev server (`server`, the default), where all programs can reach it, such as `curl`, or
   * in the page (`browser`), which also works for applications on a static file server.
   */
  readonly mode?: 'server' | 'browser'
  /** The file that exports ordinary msw `handlers`, which run before the service: `./src/mocks/handlers.ts`. */
  readonly handlers?: string
  /**
   * The file that the dev server writes the definitions to as types, as `entity-sandbox types` does:
   * `./src/entities.d.ts`. Default none.
   */
  readonly types?: string
  /** Prefix of `/api` in the application's requests: `/backend`. Default none. */
  readonly path?: string
  /** With `mode: 'browser'`: whether a service worker or the page handles requests. Default `page`. */
  readonly transport?: Transport
  /** With `mode: 'browser'`: whether the data is stored in the browser. Default yes. */
  readonly persist?: boolean
  /** With `mode: 'browser'`: whether builds contain the sandbox and its console, too. Default no. */
  readonly build?: boolean
}

/** The options of the sandbox itself. */
export function optionsOfSandbox(options: EntitySandboxOptions): SandboxOptions {
  const { mode, handlers, types, path, transport, persist, build, ...sandboxOptions } = options

  return sandboxOptions
}

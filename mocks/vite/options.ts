import type { Transport } from '../browser/browser-sandbox.ts'
import type { SandboxOptions } from '../config.ts'

/** The options of a sandbox, except those that can't be written into a page. */
export interface EntitySandboxOptions extends Omit<SandboxOptions, 'scenarios' | 'commands'> {
  /**
   * Where the sandbox runs: in the dev server (`server`, the default), where `curl` and every other program reaches it
   * too, or in the page (`browser`), which also works where the application is served from a file server.
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
  /** In the page: through a service worker, or without one. Default `page`. */
  readonly transport?: Transport
  /** In the page: whether its data outlives it. Default yes. */
  readonly persist?: boolean
  /** In the page: whether builds have the sandbox and its console in them, too. Default no. */
  readonly build?: boolean
}

/** The options of its sandbox, apart from where it runs. */
export function optionsOfSandbox(options: EntitySandboxOptions): SandboxOptions {
  const { mode, handlers, types, path, transport, persist, build, ...sandboxOptions } = options

  return sandboxOptions
}

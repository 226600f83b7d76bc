import type { Transport } from '../browser/start-sandbox.ts'
import type { SandboxOptions } from '../create-sandbox.ts'
import type { EntityDefinition } from '../model/definitions/definition.ts'

export interface EntitySandboxOptions extends Pick<
  SandboxOptions,
  'seed' | 'entities' | 'optionLists' | 'auth' | 'scenario' | 'rateLimit'
> {
  /**
   * Where the sandbox runs: in the dev server (`server`, the default), where `curl` and every other program reaches it
   * too, or in the page (`browser`), which also works where the application is served from a file server.
   */
  readonly mode?: 'server' | 'browser'
  /** Entity definitions to fill with data instead of the built-in ones, or the file that holds them. */
  readonly definitions?: string | readonly EntityDefinition[]
  /** What to hold instead of generated entities, or the data file that holds it. */
  readonly data?: string | SandboxOptions['data']
  /** The file that exports ordinary msw `handlers`, which are asked before the service: `./src/mocks/handlers.ts`. */
  readonly handlers?: string
  /** What stands in front of `/api` in the application's requests: `/backend`. Default nothing. */
  readonly path?: string
  /** In the page: through a service worker, or without one. Default `page`. */
  readonly transport?: Transport
  /** In the page: whether its data outlives it. Default yes. */
  readonly persist?: boolean
  /** In the page: whether builds have the sandbox and its console in them, too. Default no. */
  readonly build?: boolean
}

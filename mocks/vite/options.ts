import type { Transport } from '../browser/start-sandbox.ts'
import type { EntityDefinition } from '../model/definition.ts'

export interface EntitySandboxOptions {
  /**
   * Where the sandbox runs: in the dev server (`server`, the default), where `curl` and every other program reaches it
   * too, or in the page (`browser`), which also works where the application is served from a file server.
   */
  readonly mode?: 'server' | 'browser'
  /** The integer that everything random follows from. Default 1. */
  readonly seed?: number
  /** How many entities to generate. Default 1,000. */
  readonly entities?: number
  /** Entity definitions to fill with data instead of the built-in ones, or the file that holds them. */
  readonly definitions?: string | readonly EntityDefinition[]
  /** Whether requests without credentials act as the default persona, or get 401. */
  readonly auth?: 'default' | 'required'
  /** What stands in front of `/api` in the application's requests: `/backend`. Default nothing. */
  readonly path?: string
  /** In the page: through a service worker, or without one. Default `page`. */
  readonly transport?: Transport
  /** In the page: whether its data outlives it. Default yes. */
  readonly persist?: boolean
  /** In the page: whether builds have the sandbox in them, too. Default no. */
  readonly build?: boolean
}

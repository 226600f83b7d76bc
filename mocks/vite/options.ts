import type { Transport } from '../browser/start-sandbox.ts'
import type { SandboxOptions } from '../create-sandbox.ts'

/** What goes on to the sandbox as it is. */
export const plainOptions = [
  'seed',
  'entities',
  'auth',
  'scenario',
  'rateLimit',
  'validate',
  'hostname',
] as const

export interface EntitySandboxOptions extends Pick<
  SandboxOptions,
  (typeof plainOptions)[number] | 'definitions' | 'optionLists' | 'data'
> {
  /**
   * Where the sandbox runs: in the dev server (`server`, the default), where `curl` and every other program reaches it
   * too, or in the page (`browser`), which also works where the application is served from a file server.
   */
  readonly mode?: 'server' | 'browser'
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

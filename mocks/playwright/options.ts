import type { SandboxOptions } from '../config.ts'

/** How the tests' sandboxes are made and reached: the option `sandboxOptions`. */
export interface PlaywrightSandboxOptions extends SandboxOptions {
  /**
   * Where the application expects the API: an origin (`https://api.example.com`). Requests to its `/api` and
   * `/oauth` are handled by the sandbox; all others are left alone. Default any origin.
   */
  readonly api?: string | undefined
  /**
   * A running entity-sandbox for applications whose own server calls the API: its address, or `true` for that of
   * `entity-sandbox exec`, else http://127.0.0.1:4010. Its data is the server's; each test has its own sandbox
   * there, which the browser names in the cookie `sandbox`. Default none: the test process responses.
   */
  readonly server?: string | boolean | undefined
  /** Required by a server that other machines can reach: the token it printed at its start. */
  readonly controlToken?: string | undefined
  /** A running entity-sandbox that takes copies of the sandboxes of failing tests, for the report to link to. Default that of `server`. */
  readonly keepFailedAt?: string | undefined
  /** The user assumed for requests without credentials; null rejects them. */
  readonly actAs?: string | null | undefined
  /** Whether requests that the API has no route for fail the test. Default `fail`. */
  readonly unhandled?: 'fail' | 'allow' | undefined
}

/** The options of its sandbox, apart from how it is reached. */
export function sandboxOptionsOf(options: PlaywrightSandboxOptions): SandboxOptions {
  const { api, server, controlToken, keepFailedAt, actAs, unhandled, ...sandboxOptions } = options

  return sandboxOptions
}

import type { SandboxOptions } from '../config.ts'

/** How the sandboxes of tests are created and reached: the option `sandboxOptions`. */
export interface PlaywrightSandboxOptions extends SandboxOptions {
  /**
   * The origin at which the application expects the API (`https://api.example.com`). The sandbox handles requests to its
   * `/api`, `/oauth` and `/__sandbox`, and no others. Default any origin.
   */
  readonly api?: string | undefined
  /**
   * A running entity-sandbox server, for applications whose own server calls the API: its address, or `true` for that of
   * `entity-sandbox exec`, else http://127.0.0.1:4010. The server determines the data; each test has its own sandbox
   * there, which the cookie `sandbox` selects. Default none: the test process handles requests.
   */
  readonly server?: string | boolean | undefined
  /** The control token, which a server that other machines can reach prints at startup, and requires. */
  readonly controlToken?: string | undefined
  /** Address of a server that stores copies of the sandboxes of failed tests, for the report to link to. Default none. */
  readonly keepFailedAt?: string | undefined
  /** The user assumed for requests without credentials; null rejects them. */
  readonly actAs?: string | null | undefined
  /** Whether requests for which the API has no route fail the test. Default `fail`. */
  readonly unhandled?: 'fail' | 'allow' | undefined
}

/** The options of the sandbox itself. */
export function sandboxOptionsOf(options: PlaywrightSandboxOptions): SandboxOptions {
  const { api, server, controlToken, keepFailedAt, actAs, unhandled, ...sandboxOptions } = options

  return sandboxOptions
}

import type { BrowserContext } from '@playwright/test'
import { RemoteConnection } from '../../client/remote-connection.ts'
import type { SeededSandboxes } from '../testkit/seeded-sandboxes.ts'
import { PageSandbox } from './page-sandbox.ts'
import { apiPattern, routeToServer, routeToSandbox } from './page-routes.ts'
import type { SandboxOptions } from '../../local/config.ts'
import { placed, type UserHandlers } from '../../service/http/msw/msw-handler.ts'

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
  /** The control token, which a server that has one prints at startup, and requires. */
  readonly controlToken?: string | undefined
  /** Address of a server that stores copies of the sandboxes of failed tests, for the report to link to. Default none. */
  readonly keepFailedAt?: string | undefined
  /** The user assumed for requests without credentials; null rejects them. */
  readonly actAs?: string | null | undefined
  /** Whether requests for which the API has no route fail the test. Default `fail`. */
  readonly unhandled?: 'fail' | 'allow' | undefined
  /** Ordinary msw handlers, which run before the API, or where a function places them among the handlers of the sandbox. */
  readonly handlers?: UserHandlers | undefined
}

/** The options that a server can't have. */
function sandboxOptionsOf(
  options: PlaywrightSandboxOptions,
): SandboxOptions & Pick<PlaywrightSandboxOptions, 'handlers'> {
  const { api, server, controlToken, keepFailedAt, actAs, unhandled, ...sandboxOptions } = options

  return sandboxOptions
}

interface FixtureContext {
  readonly context: BrowserContext
  readonly baseURL: string | undefined
  readonly seeded: SeededSandboxes
}

/** The address of the server: the given one, else that of `entity-sandbox exec`, else the default of a server. */
export function serverOf(server: string | true): string {
  return server === true ? (process.env['SANDBOX_URL'] ?? 'http://127.0.0.1:4010') : server
}

export async function openInProcess(
  options: PlaywrightSandboxOptions,
  { context, baseURL, seeded }: FixtureContext,
): Promise<PageSandbox> {
  const { handlers = [], ...sandboxOptions } = sandboxOptionsOf(options)
  // Loaded only here: a test that uses a server does not need the service.
  const { handlersOf, HandlerList } = await import('../../service/http/msw/handler-list.ts')
  const { LocalConnection } = await import('../../local/local-connection.ts')
  const { collectionsOf } = await import('../../local/collections/load.ts')
  const connection = new LocalConnection(
    await seeded.fork(sandboxOptions, 'test'),
    options.api ?? originOf(baseURL) ?? 'http://localhost',
  )
  const list = new HandlerList(placed(handlers, handlersOf(connection.service)))
  const sandbox = new PageSandbox(
    connection,
    (target) => routeToSandbox(target, apiPattern(options.api), list),
    await collectionsOf(connection.sandbox),
  )

  return orClosed(sandbox, () => sandbox.connect(context))
}

/** Opens a sandbox on a server. A cookie selects it there, and on the server of the application. */
export async function openOnServer(
  options: PlaywrightSandboxOptions,
  { context, baseURL }: Omit<FixtureContext, 'seeded'>,
): Promise<PageSandbox> {
  const { validate, scenario, scenarios = [] } = options

  rejectServerOptions(options)

  const server = serverOf(options.server || true)
  const { seed, controlToken } = options
  const connection = await RemoteConnection.open(server, { own: true, seed, controlToken })
  const cookies = [server, ...(baseURL === undefined ? [] : [baseURL])].map((url) => ({
    name: 'sandbox',
    value: connection.id,
    url,
  }))
  // The server's own pages send the cookie with every request.
  const hasCookie = options.api === undefined && originOf(baseURL) === originOf(server)
  const pattern = apiPattern(options.api ?? originOf(server))
  const sandbox = new PageSandbox(connection, async (target) => {
    await target.addCookies(cookies)

    return routeToServer(target, pattern, connection, hasCookie)
  })

  return orClosed(sandbox, async () => {
    await sandbox.connect(context)
    if (validate !== undefined) await sandbox.setValidation(validate)
    for (const definition of scenarios) await sandbox.defineScenario(definition)
    if (scenario !== undefined) await sandbox.setScenario(scenario)
  })
}

/** Prepares a sandbox, and closes it if that fails. */
async function orClosed(sandbox: PageSandbox, prepare: () => Promise<void>): Promise<PageSandbox> {
  try {
    await prepare()
  } catch (error) {
    await sandbox.close()
    throw error
  }

  return sandbox
}

/** @throws {Error} for options that only a server can have, such as its data */
function rejectServerOptions(options: PlaywrightSandboxOptions): void {
  const { seed, validate, scenario, scenarios, ...serverOptions } = sandboxOptionsOf(options)
  const names = Object.entries(serverOptions).flatMap(([name, value]) => (value === undefined ? [] : [name]))

  if (names.length > 0) {
    throw new Error(
      `Failed to open a sandbox: the options ${names.join(', ')} can't be used together with "server", because they are options of the server. Set them for the server: in its sandbox.config.ts, or as --entities, --definitions, --data.`,
    )
  }
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin
}

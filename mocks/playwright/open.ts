import type { BrowserContext } from '@playwright/test'
import { RemoteConnection } from '../client/remote-connection.ts'
import type { SeededSandboxes } from '../testkit/seeded-sandboxes.ts'
import { sandboxOptionsOf, type PlaywrightSandboxOptions } from './options.ts'
import { PageSandbox } from './page-sandbox.ts'
import { apiPattern, routeToServer, routeToSandbox } from './routes.ts'

export interface FixtureContext {
  readonly context: BrowserContext
  readonly baseURL: string | undefined
  readonly seeded: SeededSandboxes
}

/** The server named; else the one that `entity-sandbox exec` runs the tests beside, or one that was started separately. */
export function serverOf(server: string | true): string {
  return server === true ? (process.env['SANDBOX_URL'] ?? 'http://127.0.0.1:4010') : server
}

/** Opens a sandbox in this process. */
export async function openInProcess(
  options: PlaywrightSandboxOptions,
  { context, baseURL, seeded }: FixtureContext,
): Promise<PageSandbox> {
  // Loaded only here: a test that uses a server does not need the service.
  const { LocalConnection } = await import('../local-connection.ts')
  const connection = new LocalConnection(
    await seeded.fork(sandboxOptionsOf(options), 'test'),
    options.api ?? originOf(baseURL) ?? 'http://localhost',
  )
  const sandbox = new PageSandbox(connection, (each) =>
    routeToSandbox(each, apiPattern(options.api), connection),
  )

  await sandbox.connect(context)

  return sandbox
}

/** Opens a sandbox on a server. A cookie selects it there, and on the server of the application. */
export async function openOnServer(
  options: PlaywrightSandboxOptions,
  { context, baseURL }: Omit<FixtureContext, 'seeded'>,
): Promise<PageSandbox> {
  const { validate, scenario, scenarios = [] } = options

  rejectDataOptions(options)

  const server = serverOf(options.server || true)
  const { seed, controlToken } = options
  const connection = await RemoteConnection.open(server, { own: true, seed, controlToken })
  const cookies = [server, ...(baseURL === undefined ? [] : [baseURL])].map((url) => ({
    name: 'sandbox',
    value: connection.id,
    url,
  }))
  // Pages of the server itself send the cookie with all they ask.
  const hasCookie = options.api === undefined && originOf(baseURL) === originOf(server)
  const pattern = apiPattern(options.api ?? originOf(server))
  const sandbox = new PageSandbox(connection, async (each) => {
    await each.addCookies(cookies)

    return routeToServer(each, pattern, connection, hasCookie)
  })

  await sandbox.connect(context)
  if (validate !== undefined) await sandbox.setValidation(validate)
  for (const each of scenarios) await sandbox.defineScenario(each)
  if (scenario !== undefined) await sandbox.setScenario(scenario)

  return sandbox
}

/** @throws when options say what the server's data is made of, which is up to the server */
function rejectDataOptions(options: PlaywrightSandboxOptions): void {
  const { seed, validate, scenario, scenarios, ...ofServer } = sandboxOptionsOf(options)
  const given = Object.entries(ofServer).flatMap(([name, value]) => (value === undefined ? [] : [name]))

  if (given.length > 0) {
    throw new Error(
      `Failed to open a sandbox: the options ${given.join(', ')} can't be used together with "server", whose sandboxes all start with its own data. Give them to the server: in its sandbox.config.ts, or as --entities, --definitions, --data.`,
    )
  }
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin
}

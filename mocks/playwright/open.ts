import type { BrowserContext } from '@playwright/test'
import { PrivateWorld } from '../testkit/private-world.ts'
import { RemoteWorld } from '../testkit/remote-world.ts'
import type { SeededSandboxes } from '../testkit/seeded-sandboxes.ts'
import { TestSandbox } from '../testkit/test-sandbox.ts'
import { browserClock } from './browser-clock.ts'
import type { PlaywrightSandboxOptions } from './options.ts'
import { apiPattern, routeToServer, routeToWorld } from './routes.ts'

/** A test's sandbox, connected with its browser. */
export interface OpenSandbox {
  readonly sandbox: TestSandbox
  close(): Promise<void>
}

export interface Surroundings {
  readonly context: BrowserContext
  readonly baseURL: string | undefined
  readonly seeded: SeededSandboxes
}

const defaultServer = 'http://127.0.0.1:4010'
const defaultSeed = 1

/** Answers the browser in this process. */
export async function openInProcess(
  options: PlaywrightSandboxOptions,
  { context, baseURL, seeded }: Surroundings,
): Promise<OpenSandbox> {
  const id = 'test'
  const world = new PrivateWorld(
    await seeded.fork(options, id),
    options.api ?? originOf(baseURL) ?? 'http://localhost',
  )
  const stop = await routeToWorld(context, apiPattern(options.api), world)

  return {
    sandbox: new TestSandbox(world, {
      id,
      seed: world.sandbox.settings.seed,
      follower: browserClock(context),
    }),
    close: stop,
  }
}

/** Has a server answer, which the browser tells its sandbox by a cookie, and the application's server after it. */
export async function openOnServer(
  options: PlaywrightSandboxOptions,
  { context, baseURL }: Surroundings,
): Promise<OpenSandbox> {
  const server = typeof options.server === 'string' ? options.server : defaultServer
  const world = await RemoteWorld.open(server, options.seed)
  const addresses = baseURL === undefined ? [server] : [server, baseURL]

  await context.addCookies(addresses.map((url) => ({ name: 'sandbox', value: world.id, url })))
  const stop = await routeToServer(context, apiPattern(options.api ?? originOf(server)), world)

  return {
    sandbox: new TestSandbox(world, {
      id: world.id,
      seed: options.seed ?? defaultSeed,
      follower: browserClock(context),
    }),
    async close() {
      await stop()
      await world.close()
    },
  }
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin
}

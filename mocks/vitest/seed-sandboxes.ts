import { AsyncLocalStorage } from 'node:async_hooks'
import { http, passthrough, type RequestHandler } from 'msw'
import type { SandboxOptions } from '../config.ts'
import { isServicePath } from '../http/access/address.ts'
import { fromFetch, toFetchOrFail } from '../http/msw/fetch-objects.ts'
import type { HandlerResult } from '../http/msw/user-handlers.ts'
import { LocalConnection } from '../local-connection.ts'
import { SeededSandboxes } from '../testkit/seeded-sandboxes.ts'
import { SandboxClient } from '../client/sandbox-client.ts'
import { problemsAtEnd } from '../testkit/problems.ts'

/** How the sandboxes of a test file are made. */
export interface TestSandboxOptions extends SandboxOptions {
  /** Where the application expects the API: an origin. Requests to other origins are left alone. Default any. */
  readonly api?: string | undefined
  /** Whether requests that the API has no route for fail the test. Default `fail`. */
  readonly unhandled?: 'fail' | 'allow' | undefined
}

/** Provides the tests of a file with sandboxes. */
export interface SandboxesForTests {
  /** For `setupServer(...handlers)`: they respond from the sandbox of the test that sends the request. */
  readonly handlers: RequestHandler[]
  /**
   * Makes a test that has its own sandbox, also when others run at the same time.
   *
   * @example
   * test.concurrent('renames', withSandbox(async (sandbox) => { ... }))
   */
  readonly withSandbox: <Rest extends unknown[]>(
    body: (sandbox: SandboxClient, ...rest: Rest) => unknown,
  ) => (...rest: Rest) => Promise<void>
  /**
   * Opens a sandbox that is used until it is closed: for tests that run one after the other.
   *
   * @example
   * await using sandbox = await open() // or: afterEach(() => sandbox.close())
   */
  readonly open: () => Promise<SandboxClient>
}

interface Opened {
  readonly connection: LocalConnection
  readonly sandbox: SandboxClient
  /** Where the test opened it; undefined for withSandbox(), which closes it. */
  readonly openedAt: string | undefined
}

/**
 * Gives the tests of a file their own sandboxes: copies of one, which is seeded while the file is loaded.
 *
 * @example
 * const { handlers, withSandbox } = seedSandboxes({ entities: 200 })
 * const server = setupServer(...handlers)
 */
export function seedSandboxes(options: TestSandboxOptions = {}): SandboxesForTests {
  const { api, unhandled, ...sandboxOptions } = options
  const seeded = new SeededSandboxes()

  beforeTests(() => seeded.seed(sandboxOptions))

  const inTest = new AsyncLocalStorage<Opened>()
  const open = new Set<Opened>()

  sayAtEnd(() => leftOpen([...open]))

  async function begin(openedAt?: string): Promise<Opened> {
    const connection = new LocalConnection(
      await seeded.fork(sandboxOptions, 'test'),
      api ?? 'http://localhost',
    )
    const opened = { connection, sandbox: new SandboxClient(connection), openedAt }

    open.add(opened)

    return opened
  }

  async function end(opened: Opened): Promise<void> {
    if (!open.delete(opened)) return

    const problem = await problemsAtEnd(opened.sandbox, { unhandled })

    if (problem !== undefined) throw new Error(problem)
  }

  /** The sandbox of the test that a request comes from. */
  function current(): LocalConnection {
    const [only, ...others] = open
    const opened = inTest.getStore() ?? (others.length === 0 ? only : undefined)

    if (!opened) {
      throw new Error(
        `Failed to handle a request: ${others.length === 0 ? noneOpen : severalOpen([...open])}`,
      )
    }

    return opened.connection
  }

  return {
    handlers: [
      http.all('*', async ({ request }) => {
        const { origin, pathname } = new URL(request.url)

        if ((api !== undefined && origin !== new URL(api).origin) || !isServicePath(pathname))
          return undefined

        return respond(await current().handle(await fromFetch(request)), request.signal)
      }),
    ],

    withSandbox:
      (body) =>
      async (...rest) => {
        const opened = await begin()

        try {
          await inTest.run(opened, () => body(opened.sandbox, ...rest))
        } catch (error) {
          open.delete(opened)
          opened.sandbox.assertions.end()
          throw error
        }
        await end(opened)
      },

    async open() {
      const opened = await begin(new Error().stack?.split('\n')[2]?.trim().replace(/^at /, ''))

      return Object.assign(opened.sandbox, { close: () => end(opened) })
    },
  }
}

/** A warning of sandboxes that finished tests left open; undefined when there are none. */
function leftOpen(opened: readonly Opened[]): string | undefined {
  const places = opened.flatMap(({ openedAt }) => (openedAt === undefined ? [] : [`  ${openedAt}`]))

  return places.length === 0
    ? undefined
    : `A sandbox was left open. Close it in the test that opens it: await using sandbox = await open(). Opened at:\n${places.join('\n')}`
}

type Hook = (run: () => unknown, timeout?: number) => void

/** The runner's own, if it has one for every file, as Jest does. */
function hookFor(name: 'beforeAll' | 'afterAll'): Hook | undefined {
  return Reflect.get(globalThis, name) as Hook | undefined // as every runner has it
}

/** How long a large sandbox may take, in milliseconds. */
const seedTimeout = 120_000

/** Begins before the first test, which then need not wait for it. Each test that starts reports its error. */
function beforeTests(seed: () => Promise<unknown>): void {
  const begin = () => seed().catch(() => undefined)
  const beforeAll = hookFor('beforeAll')

  // Jest lets no module be loaded between its hooks and tests, such as what generates entities.
  if (beforeAll) beforeAll(begin, seedTimeout)
  else void begin()
}

/** Fails the file where its runner has `afterAll()` for every file, as Jest does; else it is said when the process ends. */
function sayAtEnd(problem: () => string | undefined): void {
  const afterAll = hookFor('afterAll')

  if (afterAll) {
    afterAll(() => {
      const text = problem()

      if (text !== undefined) throw new Error(text)
    })
  } else {
    if (ends.length === 0) process.once('exit', () => ends.forEach((end) => end()))
    ends.push(() => {
      const text = problem()

      if (text !== undefined) process.stderr.write(`${text}\n`)
    })
  }
}

/** Callbacks at the end of the process: of all files that it runs. */
const ends: (() => void)[] = []

const noneOpen = 'no test has a sandbox open. Write the test with withSandbox(), or open() one in it.'

function severalOpen(opened: readonly Opened[]): string {
  const places = opened.flatMap(({ openedAt }) => openedAt ?? [])

  return places.length === 0
    ? 'several tests that run at the same time have a sandbox open, and it comes from none of them.'
    : `several sandboxes are open, and it comes from no test that was written with withSandbox(). Close one that was left open, or write tests that run at the same time with withSandbox(). Opened at:\n${places.map((place) => `  ${place}`).join('\n')}`
}

function respond(result: HandlerResult, signal: AbortSignal): Response | Promise<Response> {
  return result === 'passthrough' ? passthrough() : toFetchOrFail(result, signal)
}

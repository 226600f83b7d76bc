import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestHandler } from 'msw'
import type { SandboxOptions } from '../../local/config.ts'
import { atAnyOrigin, handlersOf } from '../../service/http/msw/handler-list.ts'
import { router } from '../../local/create-service.ts'
import { LocalConnection } from '../../local/local-connection.ts'
import { SeededSandboxes } from '../testkit/seeded-sandboxes.ts'
import { LocalSandbox } from '../../local/local-sandbox.ts'
import { problemsAtEnd } from '../testkit/received.ts'
import { recordTest } from '../report/test-record.ts'

/** The options of the sandboxes of a test file. */
export interface TestSandboxOptions extends SandboxOptions {
  /** The origin at which the application expects the API. Requests to other origins are not handled. Default any. */
  readonly api?: string | undefined
  /** Whether requests for which the API has no route fail the test. Default `fail`. */
  readonly unhandled?: 'fail' | 'allow' | undefined
}

/** Provides the tests of a file with sandboxes. */
export interface SandboxesForTests {
  /** For `setupServer(...handlers)`: they respond from the sandbox of the test that sends the request. */
  readonly handlers: RequestHandler[]
  /**
   * Wraps a test, so that it has its own sandbox, also among concurrent tests.
   *
   * @example
   * test.concurrent('renames', withSandbox(async (sandbox) => { ... }))
   */
  readonly withSandbox: <Args extends unknown[]>(
    body: (sandbox: LocalSandbox, ...args: Args) => unknown,
  ) => (...args: Args) => Promise<void>
  /**
   * Opens a sandbox for tests that run one after the other; it handles requests until it is closed.
   *
   * @example
   * const sandbox = await open()
   * afterEach(() => sandbox.close()) // in TypeScript, or from Node 24, also: await using sandbox = await open()
   */
  readonly open: () => Promise<LocalSandbox>
}

interface Opened {
  readonly connection: LocalConnection
  readonly sandbox: LocalSandbox
  /** Where the test called open(); undefined for withSandbox(), which closes the sandbox. */
  readonly openedAt: string | undefined
  readonly test: RunningTest | undefined
}

/** What Vitest says of a test, in the context that it passes to it. */
interface RunningTest {
  readonly fullTestName?: string
  readonly file?: { readonly filepath?: string }
}

function recordOpened({ sandbox, openedAt, test }: Opened, isFailed: boolean): Promise<void> {
  const title = test?.fullTestName ?? openedAt ?? 'a test'

  return recordTest(sandbox, { title, file: test?.file?.filepath ?? title, isFailed })
}

function testIn(args: readonly unknown[]): RunningTest | undefined {
  const context = args.find((each) => typeof each === 'object' && each !== null && 'task' in each)

  return (context as { readonly task: RunningTest } | undefined)?.task // the context of Vitest
}

/**
 * Provides the tests of a file with their own sandboxes: forks of one that is seeded while the file is loaded.
 *
 * @example
 * const { handlers, withSandbox } = seedSandboxes({ entities: 200 })
 * const server = setupServer(...handlers)
 */
export function seedSandboxes(options: TestSandboxOptions = {}): SandboxesForTests {
  const { api, unhandled, ...sandboxOptions } = options
  const seeded = new SeededSandboxes(['api', 'unhandled'])

  beforeTests(() => seeded.sandboxWith(sandboxOptions))

  const inTest = new AsyncLocalStorage<Opened>()
  const open = new Set<Opened>()

  reportAtEnd(() => leftOpenWarning([...open]))

  async function begin(openedAt?: string, test?: RunningTest): Promise<Opened> {
    const fork = await seeded.fork(sandboxOptions, 'test')
    const connection = new LocalConnection(fork, api ?? 'http://localhost')
    const opened = { connection, sandbox: await LocalSandbox.of(connection), openedAt, test }

    open.add(opened)

    return opened
  }

  async function end(opened: Opened): Promise<void> {
    if (!open.delete(opened)) return

    const problem = await problemsAtEnd(opened.sandbox, { unhandled })

    await recordOpened(opened, problem !== undefined)
    if (problem !== undefined) throw new Error(problem)
  }

  /** The sandbox of the test that sent the current request. */
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
    handlers: handlersOf(
      {
        router,
        handle: (...args) => current().service.handle(...args),
        get addedHandlers() {
          return current()
        },
      },
      (request) =>
        new URL(request.url).origin === new URL(api ?? request.url).origin ? atAnyOrigin(request) : undefined,
    ),

    withSandbox:
      (body) =>
      async (...args) => {
        const opened = await begin(undefined, testIn(args))

        try {
          await inTest.run(opened, () => body(opened.sandbox, ...args))
        } catch (error) {
          open.delete(opened)
          opened.sandbox.assertions.end()
          await recordOpened(opened, true)
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

/** A warning about sandboxes that finished tests left open; undefined when there are none. */
function leftOpenWarning(opened: readonly Opened[]): string | undefined {
  const places = placesOf(opened)

  return (
    places &&
    `A sandbox was left open. Close each where it was opened, or in afterEach(): await sandbox.close(). ${places}`
  )
}

type Hook = (run: () => unknown, timeout?: number) => void

/** The hook of a runner with global hooks, such as Jest. */
function hookFor(name: 'beforeAll' | 'afterAll'): Hook | undefined {
  return Reflect.get(globalThis, name) as Hook | undefined // the same in every runner
}

let afterAllOfRunner: Hook | undefined

/** Sets the hook of a runner that has no global ones. */
export function setAfterAll(hook: Hook): void {
  afterAllOfRunner = hook
}

/** How long seeding a large sandbox may take, in milliseconds. */
const seedTimeout = 120_000

/** Starts seeding before the first test. Each test that opens a sandbox reports an error of the seeding. */
function beforeTests(seed: () => Promise<unknown>): void {
  const begin = () => seed().catch(() => undefined)
  const beforeAll = hookFor('beforeAll')

  // Jest can't load modules, such as the generator of entities, between its hooks and tests.
  if (beforeAll) beforeAll(begin, seedTimeout)
  else void begin()
}

/** Fails the file if its runner has `afterAll()`, as Jest and Vitest have; else writes the problem when the process exits. */
function reportAtEnd(problem: () => string | undefined): void {
  const afterAll = hookFor('afterAll') ?? afterAllOfRunner

  if (afterAll) {
    afterAll(() => {
      const text = problem()

      if (text !== undefined) throw new Error(text)
    })
  } else {
    if (exitCallbacks.length === 0) process.once('exit', () => exitCallbacks.forEach((run) => run()))
    exitCallbacks.push(() => {
      const text = problem()

      if (text !== undefined) process.stderr.write(`${text}\n`)
    })
  }
}

/** Callbacks at the end of the process: of all files that it runs. */
const exitCallbacks: (() => void)[] = []

const noneOpen = 'no sandbox is open. Wrap the test in withSandbox(), or call open() in it.'

function severalOpen(opened: readonly Opened[]): string {
  const places = placesOf(opened)

  return places === undefined
    ? 'several concurrent tests have a sandbox, and none of them sent it.'
    : `several sandboxes are open, and it was sent outside withSandbox(). Close those that were left open, or wrap concurrent tests in withSandbox(). ${places}`
}

/** Where sandboxes were opened with open(); undefined if none was. */
function placesOf(opened: readonly Opened[]): string | undefined {
  const places = opened.flatMap(({ openedAt }) => (openedAt === undefined ? [] : [`\n  ${openedAt}`]))

  return places.length === 0 ? undefined : `Opened at:${places.join('')}`
}

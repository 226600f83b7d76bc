import { type BrowserContext, type ConsoleMessage, test, type Location } from '@playwright/test'
import { notOfTest } from '../browser/service-address.ts'
import { SandboxClient } from '../../client/sandbox-client.ts'
import type { ClientTransport } from '../../client/transport.ts'
import { shortened } from '../../data/model/shared/suggestion.ts'
import type { Collections } from '../../local/collections/collections.ts'
import type { ClockFollower } from '../../client/sandbox-clock.ts'
import { fileURLToPath } from 'node:url'

/** Routes the requests of a context's pages to a sandbox. Resolves to the function that stops it. */
type Connect = (context: BrowserContext) => Promise<() => Promise<void>>

/** A test's own sandbox, and the browser contexts whose requests it handles. */
export class PageSandbox extends SandboxClient {
  readonly #connect: Connect
  readonly #collections: Collections | undefined
  readonly #connections = new Map<BrowserContext, () => Promise<void>>()

  /** @internal Why sandboxes of pages could not be replaced by this one. */
  readonly pageProblems = new Set<string>()

  constructor(transport: ClientTransport, connect: Connect, collections?: Collections) {
    super(transport)
    this.#connect = connect
    this.#collections = collections
  }

  /** The records as collections of `@msw/data`. @throws {Error} when the sandbox is on a server */
  get collections(): Collections {
    if (!this.#collections)
      throw new Error(
        'The sandbox is on a server, so it has no collections here. Use find(), give() and change().',
      )

    return this.#collections
  }

  /**
   * Handles the requests of another context, such as a second user's, as well. Its clock follows the sandbox's, too.
   *
   * @example
   * const guest = await browser.newContext()
   * await sandbox.connect(guest)
   */
  async connect(context: BrowserContext): Promise<void> {
    if (this.#connections.has(context)) return

    const follower = browserClock(context)
    const end = await this.#connect(context)
    const listen = (message: ConsoleMessage) => {
      if (message.text().startsWith(notOfTest)) this.pageProblems.add(message.text())
    }
    const forget = () => {
      context.off('close', forget)
      context.off('console', listen)
      this.#connections.delete(context)
      this.clock.removeFollower(follower)
    }

    // A page that starts a sandbox of its own uses this one instead.
    await context.addInitScript((id) => {
      globalThis.entitySandboxOfTest = id
    }, this.id)
    context.on('console', listen)
    context.once('close', forget)
    this.#connections.set(context, () => {
      forget()

      return end()
    })
    await this.clock.addFollower(follower)
  }

  /** Stops handling the requests of all contexts, whose clocks no longer follow; the sandbox stays open. */
  async disconnect(): Promise<void> {
    await Promise.all([...this.#connections.values()].map((end) => end()))
  }

  /** Disconnects all contexts, and closes the sandbox. The fixture calls it at the end of the test. */
  override async close(): Promise<void> {
    try {
      await this.disconnect()
    } finally {
      await super.close()
    }
  }
}

/** Sets the clock of a browser's pages together with the sandbox's. */
function browserClock({ clock }: BrowserContext): ClockFollower {
  return {
    async freeze(at) {
      await clock.setFixedTime(at)
    },
    async advance(ms, to, isFrozen) {
      await clock.fastForward(ms)
      // Timers have advanced, but Date still has the time at which it was fixed.
      if (isFrozen) await clock.setFixedTime(to)
    },
    async run(from) {
      await clock.setSystemTime(from)
      await clock.resume()
    },
  }
}

/** Methods that matchers poll: their calls are no steps. */
const polled = new Set<PropertyKey>(['requests', 'verify', 'overview'])

/**
 * Returns a proxy whose calls are steps in the test's report: `sandbox.give("M.Asset", {"identifier":"leek"})`.
 *
 * @param name the object's name in the test
 * @param inner members whose calls are steps, too
 */
export function withSteps<T extends object>(name: string, target: T, inner: readonly (keyof T)[] = []): T {
  const wrapped = new Map<PropertyKey, object>()

  return new Proxy(target, {
    get(_, key) {
      // Without the proxy as receiver, which has no access to private members.
      const value: unknown = Reflect.get(target, key, target)

      if (typeof value === 'function') {
        return (...args: unknown[]) => {
          const call = (): unknown => Reflect.apply(value, target, args)

          return polled.has(key) || typeof key === 'symbol'
            ? call()
            : asStep(`${name}.${key}(${args.map(textOf).join(', ')})`, call)
        }
      }
      if (typeof value !== 'object' || value === null || !inner.some((member) => member === key)) return value
      if (!wrapped.has(key)) wrapped.set(key, withSteps(`${name}.${String(key)}`, value))

      return wrapped.get(key)
    },
  })
}

/** Only asynchronous calls become steps. */
function asStep(title: string, call: () => unknown): unknown {
  const location = caller()
  const result = call()

  return result instanceof Promise
    ? test.step(title, () => result as Promise<unknown>, location ? { location } : {}) // of an unknown type
    : result
}

function textOf(argument: unknown): string {
  const isPlain =
    typeof argument !== 'object' ||
    [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(argument ?? {}))

  return shortened(isPlain ? (JSON.stringify(argument) ?? '…') : '…')
}

/** Where the test calls a verb: the first stack frame outside this file. */
function caller(): Location | undefined {
  const frames = new Error().stack?.split('\n').slice(1) ?? []

  return frames
    .map(locationIn)
    .find((location) => location !== undefined && location.file !== fileURLToPath(import.meta.url))
}

/** The place of a stack frame: `    at test (/my tests/a.spec.ts:7:1)`, `    at /my tests/a.spec.ts:7:1`. */
export function locationIn(frame: string): Location | undefined {
  const place = frame.endsWith(')')
    ? frame.slice(frame.indexOf(' (') + 2, -1)
    : frame.replace(/^ *at (async )?/, '')
  const [, file, line, column] = /^(.+):(\d+):(\d+)$/.exec(place) ?? []

  if (file === undefined) return undefined
  const path = file.startsWith('file:') ? fileURLToPath(file) : file

  return { file: path, line: Number(line), column: Number(column) }
}

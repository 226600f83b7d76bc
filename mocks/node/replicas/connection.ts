import { setTimeout as wait } from 'node:timers/promises'
import type * as IoRedis from 'ioredis'
import { messageOf } from '../../model/shared/errors.ts'
import { MissingPackage } from '../missing-package.ts'
import type { SharingObserver } from './sharing-observer.ts'
import { scripts, type Scripts } from './scripts.ts'
import { SharedStoreDown } from './shared-store-error.ts'

export type StoreClient = IoRedis.Redis & Scripts

/** Timeouts for a response of the store, and at the start for the store itself, in milliseconds. */
const timeout = 2000
const startTimeout = 10_000

/** Temporary errors: the command was not carried out. */
const passing = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|NOREPLICAS)\b/

/** The connection to a store that speaks Redis' protocol. It reconnects automatically. */
export class Connection {
  /** In front of every key: `?prefix=` of the address. */
  readonly prefix: string
  readonly #client: StoreClient
  readonly #observer: SharingObserver
  #awaySince: number | undefined
  #isClosed = false
  /** Why it could not be reached last. */
  #problem: unknown

  private constructor(client: StoreClient, prefix: string, observer: SharingObserver) {
    this.#client = client
    this.prefix = prefix
    this.#observer = observer
    client.on('ready', () => {
      if (this.#awaySince !== undefined) observer.onEvent({ event: 'store-up' })
      this.#awaySince = undefined
    })
    client.on('close', () => this.#noteAway(performance.now()))
    // Each caller gets its own error.
    client.on('error', (error) => (this.#problem = error))
  }

  /** @throws when no store responds there, or it rejects the login */
  static async open(address: string, observer: SharingObserver): Promise<Connection> {
    const { Redis } = await loadClient()
    const url = new URL(address)
    const prefix = url.searchParams.get('prefix') ?? 'entity-sandbox:'

    url.searchParams.delete('prefix')

    const client = new Redis(url.href, {
      lazyConnect: true,
      // A command that may have been carried out is repeated here, where it is known to do no harm.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      commandTimeout: timeout,
      connectTimeout: timeout,
      // A store that hangs does not end a connection from its side.
      disconnectTimeout: 100,
      retryStrategy: (times) => Math.min(50 * times, 500),
      scripts,
    }) as StoreClient // with the commands that `scripts` defines
    const connection = new Connection(client, prefix, observer)

    try {
      await client.connect().catch(() => undefined) // it reconnects automatically
      for (const end = performance.now() + startTimeout; client.status !== 'ready'; await wait(50)) {
        const problem = connection.#problem

        if (isFinal(problem)) throw problem
        if (performance.now() > end) {
          throw new Error(`it does not respond${problem ? ` (${messageOf(problem)})` : ''}`)
        }
      }
      await client.ping()

      return connection
    } catch (error) {
      client.disconnect()
      throw error
    }
  }

  /** Whether it has responded lately. */
  get isThere(): boolean {
    return this.#awaySince === undefined
  }

  /**
   * Executes a command, and repeats it where the first execution is uncertain: one that may be repeated.
   *
   * @throws {SharedStoreDown}
   */
  async run<R>(command: (client: StoreClient) => Promise<R>): Promise<R> {
    return (await this.attempt(command)).result
  }

  /**
   * The same, and whether it may have been carried out before it was repeated.
   *
   * @throws {SharedStoreDown}
   */
  async attempt<R>(
    command: (client: StoreClient) => Promise<R>,
  ): Promise<{ result: R; isUncertain: boolean }> {
    const start = performance.now()
    let isUncertain = false

    for (;;) {
      if (!(await this.#isReady(start + timeout))) throw new SharedStoreDown(isUncertain)

      const sent = performance.now()

      try {
        const result = await command(this.#client)

        this.#observer.onStoreReply(performance.now() - start)

        return { result, isUncertain }
      } catch (error) {
        const isErrorReply = error instanceof Error && error.name === 'ReplyError'

        if (isErrorReply && !passing.test(messageOf(error))) throw error
        isUncertain ||= !isErrorReply
        if (messageOf(error) === 'Command timed out') this.#leave(sent)
        await wait(50)
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client.quit().catch(() => this.#client.disconnect())
  }

  #noteAway(since: number): void {
    if (!this.isThere) return
    if (!this.#isClosed) this.#observer.onEvent({ event: 'store-down' })
    this.#awaySince = since
  }

  /** A store that hangs counts as unreachable: commands fail at once, until it accepts a new connection. */
  #leave(hangsSince: number): void {
    if (!this.isThere) return
    this.#noteAway(hangsSince)
    this.#client.disconnect(true)
  }

  async #isReady(deadline: number): Promise<boolean> {
    const end = Math.min(deadline, (this.#awaySince ?? Infinity) + timeout)

    while (!this.isThere || this.#client.status !== 'ready') {
      if (performance.now() > end) return false
      await wait(20)
    }

    return performance.now() <= deadline
  }
}

/** Whether to try again makes no sense: the server rejects the credentials, or is not a Redis. */
function isFinal(problem: unknown): problem is Error {
  if (!(problem instanceof Error)) return false
  if (problem.name === 'ReplyError') return !passing.test(problem.message)

  return 'code' in problem && /CERT|SSL|TLS/.test(String(problem.code))
}

/** Loaded only where there is a store. */
async function loadClient(): Promise<typeof IoRedis> {
  try {
    return await import('ioredis')
  } catch (error) {
    throw new MissingPackage('ioredis', '--store', error)
  }
}

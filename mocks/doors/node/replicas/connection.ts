import { setTimeout as wait } from 'node:timers/promises'
import type * as IoRedis from 'ioredis'
import { messageOf } from '../../../data/model/shared/errors.ts'
import { UsageError } from '../command-line/arguments.ts'
import { loadOptional } from '../load-optional.ts'
import { SharedStoreDown, SharedStoreFull, type Observe } from './sharing.ts'
import { scripts, type Scripts } from './scripts.ts'

declare module 'ioredis' {
  /** The commands that `scripts` defines. Only the client of a `Connection` has them, though the type is that of all. */
  interface RedisCommander<Context> extends Scripts {}
}

export type StoreClient = IoRedis.Redis

/** Timeouts for a response of the store, and for the first connection, in milliseconds. */
const timeout = 2000
const startTimeout = 10_000

/** Errors after which a command can be repeated: it was not executed. */
const temporary = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|NOREPLICAS)\b/

/** Errors of a store without memory, or whose disk is full; scripts of Redis 6 have a prefix. Nothing was written. */
const full = /\b(OOM|MISCONF)\b/

/** The connection to a store with the protocol of Redis. It reconnects automatically. */
export class Connection {
  /** Prefix of every key: `?prefix=` of the address. */
  readonly prefix: string
  readonly #client: StoreClient
  readonly #observe: Observe
  #downSince: number | undefined
  #isClosed = false
  #lastError: unknown

  private constructor(client: StoreClient, prefix: string, observe: Observe) {
    this.#client = client
    this.prefix = prefix
    this.#observe = observe
    client.on('ready', () => {
      if (this.#downSince !== undefined) observe({ event: 'store-up' })
      this.#downSince = undefined
      this.#lastError = undefined
    })
    client.on('close', () => this.#markDown(performance.now()))
    // Failed commands reject separately.
    client.on('error', (error) => (this.#lastError = error))
  }

  /** @throws {UsageError} when the client is not installed, no store responds there, or it rejects the login */
  static async open(address: string, observe: Observe): Promise<Connection> {
    const { Redis } = await loadOptional('ioredis', '--store', () => import('ioredis'))
    const url = new URL(address)
    const prefix = url.searchParams.get('prefix') ?? 'entity-sandbox:'

    url.searchParams.delete('prefix')

    const client = new Redis(url.href, {
      lazyConnect: true,
      // `attempt()` repeats commands that may have been executed.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      commandTimeout: timeout,
      connectTimeout: timeout,
      // A store that hangs does not close its side of the connection.
      disconnectTimeout: 100,
      retryStrategy: (times) => Math.min(50 * times, 500),
      scripts,
    })
    const connection = new Connection(client, prefix, observe)

    try {
      await client.connect().catch(() => undefined) // ioredis retries
      for (const end = performance.now() + startTimeout; client.status !== 'ready'; await wait(50)) {
        const error = connection.#lastError

        if (isFinal(error)) throw error
        if (performance.now() > end) {
          throw new Error(`it does not respond${error ? ` (${messageOf(error)})` : ''}`)
        }
      }
      await client.ping()

      return connection
    } catch (error) {
      client.disconnect()
      throw new UsageError(`--store ${url.protocol}//${url.host}: ${messageOf(error).replace(/\.$/, '')}.`, {
        cause: error,
      })
    }
  }

  /** Whether the store is reachable, as far as is known. */
  get isUp(): boolean {
    return this.#downSince === undefined
  }

  /**
   * Executes an idempotent command, and repeats it if it may have failed.
   *
   * @throws {SharedStoreDown}
   */
  async run<R>(command: (client: StoreClient) => Promise<R>): Promise<R> {
    return (await this.attempt(command)).result
  }

  /**
   * Like `run()`; also returns whether the command may have been executed before it was repeated.
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

        this.#observe({ event: 'store-replied', ms: performance.now() - start })

        return { result, isUncertain }
      } catch (error) {
        const isErrorReply = error instanceof Error && error.name === 'ReplyError'

        if (isErrorReply && full.test(error.message)) throw new SharedStoreFull(error)
        if (isErrorReply && !temporary.test(messageOf(error))) throw error
        isUncertain ||= !isErrorReply
        if (messageOf(error) === 'Command timed out') this.#reconnect(sent)
        await wait(50)
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client.quit().catch(() => this.#client.disconnect())
  }

  #markDown(since: number): void {
    if (!this.isUp) return
    if (!this.#isClosed && !isFinal(this.#lastError)) this.#observe({ event: 'store-down' })
    this.#downSince = since
  }

  /** Treats a store that hangs as unreachable: commands fail immediately until it accepts a new connection. */
  #reconnect(hangsSince: number): void {
    if (!this.isUp) return
    this.#markDown(hangsSince)
    this.#client.disconnect(true)
  }

  async #isReady(deadline: number): Promise<boolean> {
    const end = Math.min(deadline, (this.#downSince ?? Infinity) + timeout)

    while (!this.isUp || this.#client.status !== 'ready') {
      if (performance.now() > end) return false
      await wait(20)
    }

    return performance.now() <= deadline
  }
}

/** Whether a retry would fail as well: the server rejects the credentials, or is not a Redis. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (error.name === 'ReplyError') return !temporary.test(error.message)

  return 'code' in error && /CERT|SSL|TLS/.test(String(error.code))
}

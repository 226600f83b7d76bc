import {
  logParts,
  type LogPart,
  type LogStorage,
  type StoredItem,
  type StoredLog,
} from '../../../sandbox/persistence/log-storage.ts'
import type { StoreClient, Connection } from './connection.ts'
import { indexKey, isInitialName, keysOf } from './scripts.ts'
import { type Lease, Leases, type LeaseOptions } from './leases.ts'
import { OwnershipLost } from './sharing.ts'

interface RedisOptions extends LeaseOptions {
  /** Name of the initial state that new logs start from. */
  readonly initialName?: string
}

/** A sandbox in the list of all replicas. */
export interface ListedSandbox {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly usedAt: number
  /** The summary that its owner stored last, as JSON. */
  readonly summary: string | undefined
}

/** Approximate number of bytes per read, so that other commands are executed in between. */
const bytesPerRead = 256 * 1024
const fieldsPerRemoval = 1000

/** Logs in a store that several replicas share. Each is open in one replica at a time. */
export class RedisStorage implements LogStorage {
  readonly leases: Leases
  readonly #connection: Connection
  readonly #initialName: string

  constructor(connection: Connection, { initialName = '', ...options }: RedisOptions) {
    this.leases = new Leases(connection, options)
    this.#connection = connection
    this.#initialName = initialName
  }

  /** Names of the sandboxes that have a log, the most recently used first. */
  async list(): Promise<readonly string[]> {
    const names = await this.#run((client) => client.zrevrange(this.#indexKey, 0, -1))
    const counts = await this.#run((client) =>
      Promise.all(names.map((name) => client.exists(this.#logKey(name)))),
    )

    return names.filter((_, index) => counts[index] === 1)
  }

  /** Lists the most recently used sandboxes, at most `limit`, and counts all. */
  async listSandboxes(limit: number): Promise<{ count: number; items: ListedSandbox[] }> {
    const earliestUse = Date.now() - this.leases.idleLimit
    const [, count, used] = await this.#run((client) =>
      Promise.all([
        client.zremrangebyscore(this.#indexKey, 0, earliestUse),
        client.zcard(this.#indexKey),
        client.zrevrange(this.#indexKey, 0, limit - 1, 'WITHSCORES'),
      ]),
    )
    const names = used.filter((_, index) => index % 2 === 0)
    const summaries = await this.#run((client) =>
      Promise.all(names.map((name) => client.hget(this.#logKey(name), 'summary'))),
    )

    return {
      count,
      items: names.map((name, index) => ({
        name,
        usedAt: Number(used[2 * index + 1]),
        summary: summaries[index] ?? undefined,
      })),
    }
  }

  /** Whether a sandbox exists: owned by a replica, or stored. */
  async has(name: string): Promise<boolean> {
    const counts = await this.#run((client) =>
      Promise.all(keysOf(this.#connection.prefix, name).map((key) => client.exists(key))),
    )

    return counts.includes(1)
  }

  /** Name of the initial state that a log starts from; undefined if there is no log. */
  async initialNameOf(name: string): Promise<string | undefined> {
    return (await this.#run((client) => client.hget(this.#logKey(name), 'initial'))) ?? undefined
  }

  /** @throws {OwnedElsewhere} when another replica owns it */
  async open(name: string): Promise<StoredLog> {
    return this.#under(this.leases.get(name) ?? (await this.leases.take(name)))
  }

  /** The same logs; opens only those that this replica owns already. */
  get ownedOnly(): LogStorage {
    return {
      list: () => this.list(),
      open: (name) => {
        const lease = this.leases.get(name)

        return lease ? Promise.resolve(this.#under(lease)) : Promise.reject(new OwnershipLost())
      },
      close: () => this.close(),
    }
  }

  /** A log written under a lease: once the lease is lost, writes are rejected. */
  #under(lease: Lease): StoredLog {
    const { leases } = this
    const { name } = lease
    /** Bytes of the base that is being written. */
    let base = 0

    return {
      read: () => this.#read(name),
      put: (items) => {
        const isChange = items.some(({ part }) => part === 'entry')

        if (items.every(({ part }) => part === 'head')) base = 0
        for (const { part, bytes } of items) if (part === 'base') base += bytes.length

        const baseSize = isChange ? -1 : base

        return leases.write(lease, (client, keys) =>
          client.putItems(
            ...keys,
            ...lease.terms,
            leases.retention(name),
            isInitialName(name) ? 0 : leases.limit,
            this.#initialName,
            baseSize,
            ...items.flatMap(({ part, number, bytes }) => [hashField(part, number), asBuffer(bytes)]),
          ),
        )
      },
      remove: async (part, from, to) => {
        base = 0
        for (let start = from; start < to; start += fieldsPerRemoval) {
          const fields = Array.from({ length: Math.min(to - start, fieldsPerRemoval) }, (_, index) =>
            hashField(part, start + index),
          )

          await leases.write(lease, (client, keys) => client.removeItems(...keys, ...lease.terms, ...fields))
        }
      },
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.leases.all.map(({ name }) => this.leases.release(name)))
  }

  async *#read(name: string): AsyncGenerator<StoredItem> {
    const [names, size] = await this.#run((client) =>
      Promise.all([client.hkeys(this.#logKey(name)), client.hget(this.#logKey(name), 'size')]),
    )
    const fields = names
      .flatMap((field) => itemIn(field) ?? [])
      .sort((a, b) => logParts.indexOf(a.part) - logParts.indexOf(b.part) || a.number - b.number)
    const fieldsPerRead = Math.ceil(fields.length / Math.ceil((Number(size) || 1) / bytesPerRead))

    for (let start = 0; start < fields.length; start += fieldsPerRead) {
      const some = fields.slice(start, start + fieldsPerRead)
      const values = await this.#run((client) =>
        client.hmgetBuffer(this.#logKey(name), ...some.map(({ part, number }) => hashField(part, number))),
      )

      for (const [index, item] of some.entries()) {
        const bytes = values[index]

        if (bytes) yield { ...item, bytes }
      }
    }
  }

  #run<R>(command: (client: StoreClient) => Promise<R>): Promise<R> {
    return this.#connection.run(command)
  }

  get #indexKey(): string {
    return indexKey(this.#connection.prefix)
  }

  #logKey(name: string): string {
    return keysOf(this.#connection.prefix, name)[1]
  }
}

function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

function hashField(part: LogPart, number: number): string {
  return `${part}/${number}`
}

/** The item of a field; undefined for other fields. */
function itemIn(field: string): { part: LogPart; number: number } | undefined {
  const [name, number] = field.split('/')
  const part = logParts.find((each) => each === name)

  return part && { part, number: Number(number) }
}

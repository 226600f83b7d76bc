import { constants, existsSync, statSync, closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../../data/model/shared/errors.ts'
import type { LogStorage, StoredItem, StoredLog } from '../../../sandbox/persistence/log-storage.ts'
import {
  countKey,
  DatabaseDamage,
  levelKey,
  parseKey,
  rangeOf,
  isDamage,
  openLevel,
  type Database,
} from './level-database.ts'
import { damagedTables } from './leveldb-files.ts'
import { crc32 } from '../../../data/model/shared/bytes.ts'

type Put = { readonly key: string; readonly value: Uint8Array }
type Write =
  | { readonly puts: readonly Put[] }
  | { readonly clear: { readonly gte: string; readonly lt: string } }

interface LevelOptions {
  /** Whether a write resolves only once it is on the disk (`fsync`); otherwise, once the operating system has it. */
  readonly flush: boolean
  /** Called for each damage; if omitted, damage is thrown. */
  readonly onDamage?: ((what: string) => void) | undefined
}

/**
 * Logs in a folder, in LevelDB. Waiting writes are combined into one batch. Unless it waits for the disk, a power cut may
 * lose the last batches.
 *
 * After a failed write, such as on a full disk, LevelDB accepts further writes, but can't read them when it is opened
 * again. So it is reopened before the next read or write.
 */
export class LevelStorage implements LogStorage {
  readonly #folder: string
  readonly #options: LevelOptions
  readonly #mark: WriteMark
  readonly #queue = new WriteQueue<Write>((writes) => this.#write(writes))
  /** The heads of logs, to restore them if a failed batch was written after all. */
  readonly #heads = new Map<string, Uint8Array>()
  #database: Database | undefined
  /** Acknowledged batches. */
  #count: number
  /** Identifies the folder that was opened. */
  #inode: number
  /** Keys of the last failed batch. */
  #failed: readonly string[] = []

  private constructor(
    folder: string,
    options: LevelOptions,
    mark: WriteMark,
    opened: { database: Database; count: number },
  ) {
    this.#folder = folder
    this.#options = options
    this.#mark = mark
    this.#database = opened.database
    this.#count = opened.count
    this.#inode = inodeOf(folder)
  }

  /** @throws when another process uses the folder, or acknowledged writes are missing from it */
  static async open(folder: string, options: LevelOptions): Promise<LevelStorage> {
    const path = databasePath(folder)

    const damaged = await damagedTables(path)

    for (const [name, condition] of damaged) if (condition === 'corrupt') throwDamage(`${name} is corrupt`)

    const others = new Map(Array.from(damaged.keys(), (name) => [name, versionOf(join(path, name))]))
    // If a file is missing, LevelDB would start an empty database and delete the other files.
    const database = await openLevel(path, !existsSync(writeMarkPath(folder))).catch((error: unknown) => {
      throw others.size > 0
        ? new DatabaseDamage(`${[...others.keys()].join()} is no table`, { cause: error })
        : error
    })
    let mark: WriteMark | undefined

    try {
      // LevelDB has deleted those that it does not need, and may have written another table with the same name.
      for (const [name, version] of others) {
        if (version !== undefined && versionOf(join(path, name)) === version)
          throwDamage(`${name} is no table`)
      }
      mark = new WriteMark(writeMarkPath(folder))

      const count = await writeCountOf(database)
      const missing = (mark.read() ?? 0) - count

      if (missing > 0)
        (options.onDamage ?? throwDamage)(`the last ${missing} acknowledged writes are missing`)

      return new LevelStorage(folder, options, mark, { database, count })
    } catch (error) {
      mark?.close()
      await database.close()
      throw error
    }
  }

  /** @throws when there is a key that no log has written */
  async list(): Promise<readonly string[]> {
    const names = new Set<string>()

    for await (const key of this.#opened().keys()) {
      const parsed = parseKey(key)

      if (parsed) names.add(parsed.log)
      else if (key !== countKey) this.#report(unknownKeyMessage(key))
    }

    return [...names]
  }

  open(name: string): Promise<StoredLog> {
    return Promise.resolve({
      read: () => this.#read(name),
      put: (items) =>
        this.#queue.add({
          puts: items.map(({ part, number, bytes }) => ({ key: levelKey(name, part, number), value: bytes })),
        }),
      remove: (part, from, to) =>
        this.#queue.add({ clear: { gte: levelKey(name, part, from), lt: levelKey(name, part, to) } }),
    })
  }

  async close(): Promise<void> {
    await this.#queue.drained()
    await this.#database?.close()
    this.#mark.close()
  }

  async *#read(name: string): AsyncGenerator<StoredItem> {
    // An unreadable entry fails the whole batch that is read with it.
    const highWaterMarkBytes = this.#options.onDamage ? 1 : 1024 * 1024

    // A failed write closes the database, and the next write opens it again.
    if (!this.#database) await this.#queue.add({ puts: [] })

    try {
      for await (const [key, bytes] of this.#opened().iterator({ ...rangeOf(name), highWaterMarkBytes })) {
        const parsed = parseKey(key)

        if (parsed?.part === 'head') this.#heads.set(key, bytes)
        if (parsed) yield { ...parsed, bytes }
        else this.#report(unknownKeyMessage(key))
      }
    } catch (error) {
      if (!isDamage(error)) throw error
      this.#report(messageOf(error))
    }
  }

  #report(what: string): void {
    ;(this.#options.onDamage ?? throwDamage)(what)
  }

  #opened(): Database {
    if (!this.#database) throw new Error('the database is closed')

    return this.#database
  }

  /** Writes in order: consecutive puts become one batch. */
  async #write(writes: readonly Write[]): Promise<void> {
    const database = this.#database ?? (await this.#reopen())
    let puts: Put[] = []

    for (const write of writes) {
      if ('puts' in write) {
        puts.push(...write.puts)
      } else {
        await this.#putBatch(database, puts)
        puts = []
        await this.#closingOnFailure(database, [], () => database.clear(write.clear))
      }
    }
    await this.#putBatch(database, puts)
  }

  async #putBatch(database: Database, puts: readonly Put[]): Promise<void> {
    if (puts.length === 0) return
    const count = this.#count + 1
    const batch = [...puts, { key: countKey, value: numberBytes(count) }]

    await this.#closingOnFailure(
      database,
      puts.map(({ key }) => key),
      async () => {
        await database.batch(
          batch.map((put) => ({ type: 'put', ...put })),
          { sync: this.#options.flush },
        )
        if (inodeOf(this.#folder) !== this.#inode) throw new Error(`${this.#folder} was removed`)
        this.#mark.write(count)
      },
    )
    this.#count = count
    for (const { key, value } of puts) if (parseKey(key)?.part === 'head') this.#heads.set(key, value)
  }

  /** After a failure the database is closed, to be reopened when it is next used. */
  async #closingOnFailure(
    database: Database,
    keys: readonly string[],
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#failed = keys
      this.#database = undefined
      await database.close()
      throw error
    }
  }

  /** @throws while the disk is full, or when the folder was replaced */
  async #reopen(): Promise<Database> {
    if (inodeOf(this.#folder) !== this.#inode) throw new Error(`${this.#folder} was removed`)

    const database = await openLevel(databasePath(this.#folder), false)

    try {
      const count = await writeCountOf(database)

      if (count < this.#count || count > this.#count + 1)
        throw new Error(`${this.#folder} was changed by another program`)
      if (count > this.#count) await this.#undoFailed(database)
      this.#inode = inodeOf(this.#folder)
      this.#database = database

      return database
    } catch (error) {
      await database.close()
      throw error
    }
  }

  /** Undoes a failed batch that was written after all. */
  async #undoFailed(database: Database): Promise<void> {
    await database.batch([
      ...this.#failed.map((key) => {
        const head = this.#heads.get(key)

        return head ? ({ type: 'put', key, value: head } as const) : ({ type: 'del', key } as const)
      }),
      { type: 'put', key: countKey, value: numberBytes(this.#count) },
    ])
  }
}

/** Writes items in order. Those added during a write are written together afterwards. */
class WriteQueue<T> {
  readonly #write: (items: readonly T[]) => Promise<void>
  #waiting: T[] = []
  /** The write of those waiting, if there are any; otherwise, the last write. */
  #last = Promise.resolve()

  constructor(write: (items: readonly T[]) => Promise<void>) {
    this.#write = write
  }

  /** Resolves when the item is written. Rejects when it, or another one of its batch, can't be. */
  add(item: T): Promise<void> {
    this.#waiting.push(item)
    if (this.#waiting.length === 1) {
      const write = () => this.#write(this.#waiting.splice(0))

      this.#last = this.#last.then(write, write)
    }

    return this.#last
  }

  /** Resolves when the queue is empty. */
  async drained(): Promise<void> {
    const last = this.#last

    await last.catch(() => {}) // reported to those who added
    if (last !== this.#last) await this.drained()
  }
}

/** What differs when a file has been written again; undefined if there is none. */
function versionOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })

  return stat && `${stat.ino} ${stat.mtimeMs} ${stat.size}`
}

/** Where things are in a folder of LevelDB, and what is read and written there besides the logs. */

export function databasePath(folder: string): string {
  return join(folder, 'level')
}

/** A repaired database that has not replaced the damaged one yet; it is complete. */
export function repairedPath(folder: string): string {
  return `${databasePath(folder)}.repaired`
}

function writeMarkPath(folder: string): string {
  return join(databasePath(folder), 'acknowledged')
}

/** LevelDB never replaces its lock file. It is not opened here: that would release the lock. */
function inodeOf(folder: string): number {
  return statSync(join(databasePath(folder), 'LOCK'), { throwIfNoEntry: false })?.ino ?? -1
}

async function writeCountOf(database: Database): Promise<number> {
  for await (const bytes of database.values({ gte: countKey, lte: countKey })) {
    if (bytes.length === 8) return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0)
  }

  return 0
}

function numberBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(8)

  new DataView(bytes.buffer).setFloat64(0, count)

  return bytes
}

function unknownKeyMessage(key: string): string {
  return `it contains the unknown key ${JSON.stringify(key)}`
}

function throwDamage(what: string): void {
  throw new DatabaseDamage(what)
}

const size = 12

/**
 * Stores in a separate file how many writes to a database were acknowledged. A database drops an incomplete end of its
 * log, as after a crash; this number tells whether acknowledged writes were lost.
 */
class WriteMark {
  readonly #descriptor: number

  /** @throws when the file can't be written */
  constructor(path: string) {
    this.#descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT)
  }

  /** The stored number; undefined if the file is empty or damaged. */
  read(): number | undefined {
    const bytes = Buffer.alloc(size)
    const read = readSync(this.#descriptor, bytes, 0, size, 0)

    if (read < size || crc32(bytes.subarray(0, 8)) !== bytes.readUInt32LE(8)) return undefined

    return bytes.readDoubleLE(0)
  }

  write(count: number): void {
    const bytes = Buffer.alloc(size)

    bytes.writeDoubleLE(count, 0)
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 8)), 8)
    writeSync(this.#descriptor, bytes, 0, size, 0)
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}

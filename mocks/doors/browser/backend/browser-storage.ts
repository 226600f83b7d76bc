import {
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type IDBPObjectStore,
  type IDBPTransaction,
  type StoreNames,
} from 'idb'
import {
  logParts,
  type LogPart,
  type LogStorage,
  type StoredItem,
  type StoredLog,
} from '../../../sandbox/persistence/log-storage.ts'
import { randomUuid } from './random-uuid.ts'
import { dayLength } from '../../../data/model/shared/dates.ts'

/** How long a backend is stored after it was last opened, in milliseconds. */
const keepFor = 60 * dayLength

type LogKey = [backend: string, log: string]
type Key = [...LogKey, part: number, number: number]

/** The stores of the database. A backend is the stored sandboxes of one name (`backendName()`). */
interface Stores extends DBSchema {
  items: { key: Key; value: Uint8Array }
  /** The tab that writes a log. */
  writers: { key: LogKey; value: string }
  /** When a backend was last opened, in milliseconds since 1970. */
  backends: { key: string; value: number }
}

const stores = ['items', 'writers', 'backends'] as const
type Database = IDBPDatabase<Stores>
type StoreName = StoreNames<Stores>
type Transaction<Name extends StoreName> = IDBPTransaction<Stores, Name[], 'readwrite'>
type ItemStore = IDBPObjectStore<Stores, ('items' | 'writers')[], 'items', 'readwrite'>

/** The logs of a backend in the browser's database. */
export class BrowserStorage implements LogStorage {
  readonly backendName: string
  readonly #writer = randomUuid()
  /** Resolves to `#database`; undefined if that has to be opened (again). */
  #opening: Promise<Database> | undefined
  #database: Database | undefined
  #isClosed = false

  constructor(backendName: string) {
    this.backendName = backendName
  }

  /**
   * Records that the backend is being opened. Backends not opened for sixty days are removed.
   *
   * @param now milliseconds since 1970
   *
   * @throws when the browser does not let this page store anything
   */
  async beginOpening(now: number): Promise<void> {
    await this.#run(stores, async (transaction) => {
      const backends = transaction.objectStore('backends')

      await backends.put(now, this.backendName)
      for await (const { key, value } of backends) {
        if (value >= now - keepFor) continue
        for (const name of ['items', 'writers'] as const)
          await transaction.objectStore(name).delete(within([key]))
        await backends.delete(key)
      }
    })
  }

  async list(): Promise<readonly string[]> {
    const keys = await this.#run(['items'], (transaction) =>
      transaction.objectStore('items').getAllKeys(within([this.backendName])),
    )

    return [...new Set(keys.map(([, log]) => log))]
  }

  async open(log: string): Promise<StoredLog> {
    await this.#run(['writers'], (transaction) =>
      transaction.objectStore('writers').put(this.#writer, [this.backendName, log]),
    )

    return {
      read: () => this.#read(log),
      put: (items) =>
        this.#write(log, (store) =>
          items.map(({ part, number, bytes }) => store.put(bytes, this.#key(log, part, number))),
        ),
      remove: (part, from, to) =>
        this.#write(log, (store) => {
          const [first, end] = [this.#key(log, part, from), this.#key(log, part, to)]

          return from < to ? [store.delete(IDBKeyRange.bound(first, end, false, true))] : []
        }),
    }
  }

  /** Closes the storage for good: a write that comes too late is rejected. */
  close(): Promise<void> {
    this.#isClosed = true
    this.#database?.close()
    this.#database = this.#opening = undefined

    return Promise.resolve()
  }

  async *#read(log: string): AsyncGenerator<StoredItem> {
    const range = within([this.backendName, log])
    const [keys, values] = await this.#run(['items'], (transaction) => {
      const items = transaction.objectStore('items')

      return Promise.all([items.getAllKeys(range), items.getAll(range)])
    })

    for (const [index, bytes] of values.entries()) {
      const [, , part = 0, number = 0] = keys[index] ?? []

      yield { part: logParts[part] ?? 'entry', number, bytes }
    }
  }

  /** @throws when another tab has opened the log, as it may in browsers without locks */
  async #write(log: string, work: (items: ItemStore) => readonly Promise<unknown>[]): Promise<void> {
    await this.#run(['items', 'writers'], async (transaction) => {
      const writer = await transaction.objectStore('writers').get([this.backendName, log])

      if (writer !== this.#writer) throw new Error('another tab has opened the same sandbox')
      await Promise.all(work(transaction.objectStore('items')))
    })
  }

  /**
   * Works in a transaction, which waits for earlier ones that have opened any of the stores. Browsers may close a
   * database at any time; it is then reopened.
   */
  async #run<Name extends StoreName, R>(
    names: readonly Name[],
    work: (transaction: Transaction<Name>) => Promise<R>,
  ): Promise<R> {
    const database = await this.#connect()
    const begin = (connected: Database): Transaction<Name> =>
      connected.transaction([...names], 'readwrite', { durability: 'relaxed' })
    let transaction: Transaction<Name>

    try {
      transaction = begin(database)
    } catch {
      // Unless another call has reopened it already.
      if (this.#database === database) this.#opening = undefined

      transaction = begin(await this.#connect())
    }

    const [result] = await Promise.all([work(transaction), transaction.done])

    return result
  }

  #connect(): Promise<Database> {
    this.#opening ??= this.#open()

    return this.#opening
  }

  async #open(): Promise<Database> {
    try {
      const database = this.#isClosed ? undefined : await openDatabase()

      if (!database || this.#isClosed) {
        database?.close()
        throw new Error('the sandbox was closed')
      }
      this.#database = database

      return database
    } catch (error) {
      this.#opening = undefined
      throw error
    }
  }

  #key(log: string, part: LogPart, number: number): Key {
    return [this.backendName, log, logParts.indexOf(part), number]
  }
}

/** All keys that begin with these. */
function within(start: IDBValidKey[]): IDBKeyRange {
  return IDBKeyRange.bound(start, [...start, []])
}

/**
 * Opens the browser's database (IndexedDB).
 *
 * @throws when the browser has no such database for this page, or can't open it
 */
export async function openDatabase(): Promise<Database> {
  if (!('indexedDB' in globalThis) || !indexedDB) throw new Error('it has no database for this page')

  return new Promise((resolve, reject) => {
    const opening = openDB<Stores>('entity-sandbox', 5, {
      upgrade(database) {
        // This version can't read the stores of an earlier one.
        for (const name of Array.from(database.objectStoreNames)) database.deleteObjectStore(name)
        for (const name of stores) database.createObjectStore(name)
      },
      // A later version of the package in another tab need not wait until this tab is closed.
      blocking: (_, __, { target }) => (target as IDBDatabase).close(), // the type of this event's target
      blocked() {
        reject(new Error('another tab with an earlier version of the sandbox has to be closed first'))
        // When that tab is closed the database opens after all, too late for this caller.
        void opening.then((database) => database.close())
      },
    })

    opening.then(resolve, reject)
  })
}

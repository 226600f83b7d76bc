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

type Key = [backend: string, log: string, part: number, number: number]

/** The logs of a backend in the browser's database. */
export class BrowserStorage implements LogStorage {
  readonly backendName: string
  readonly #writer = randomUuid()
  /** Resolves to `#database`; undefined if that has to be opened (again). */
  #opening: Promise<IDBDatabase> | undefined
  #database: IDBDatabase | undefined
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
    const stores = await this.#begin('items', 'writers', 'backends')
    const { backends, done } = stores

    backends.put(now, this.backendName)
    backends.openCursor().addEventListener('success', ({ target }) => {
      const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result // the type of this request

      if (!cursor) return
      if (cursor.value < now - keepFor) {
        deleteLogs(stores, cursor.key)
        cursor.delete()
      }
      cursor.continue()
    })
    await done
  }

  async list(): Promise<readonly string[]> {
    const { items, done } = await this.#begin('items')
    const keys = items.getAllKeys(within([this.backendName]))

    await done

    return [...new Set((keys.result as Key[]).map(([, log]) => log))] // the type that was stored
  }

  async open(log: string): Promise<StoredLog> {
    const { writers, done } = await this.#begin('writers')

    writers.put(this.#writer, [this.backendName, log])
    await done

    return {
      read: () => this.#read(log),
      put: (items) =>
        this.#write(log, (store) => {
          for (const { part, number, bytes } of items) store.put(bytes, this.#key(log, part, number))
        }),
      remove: (part, from, to) =>
        this.#write(log, (store) => {
          if (from < to)
            store.delete(IDBKeyRange.bound(this.#key(log, part, from), this.#key(log, part, to), false, true))
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
    const { items, done } = await this.#begin('items')
    const range = within([this.backendName, log])
    const [keys, values] = [items.getAllKeys(range), items.getAll(range)]

    await done
    const names = keys.result as Key[] // the type that was stored

    for (const [index, [, , part, number]] of names.entries()) {
      yield { part: logParts[part] ?? 'entry', number, bytes: values.result[index] as Uint8Array } // the type that was stored
    }
  }

  /** @throws when another tab has opened the log, as it may in browsers without locks */
  async #write(log: string, work: (items: IDBObjectStore) => void): Promise<void> {
    const { items, writers, done } = await this.#begin('items', 'writers')
    let isOwn = false

    const writer = writers.get([this.backendName, log])

    writer.addEventListener('success', () => {
      isOwn = writer.result === this.#writer
      if (isOwn) work(items)
    })
    await done
    if (!isOwn) throw new Error('another tab has opened the same sandbox')
  }

  /** Begins a transaction. Browsers may close a database at any time; it is then reopened. */
  async #begin<Name extends StoreName>(...names: readonly Name[]): Promise<OpenStores<Name>> {
    const database = await this.#connect()

    try {
      return begin(database, names)
    } catch {
      // Unless another call has reopened it already.
      if (this.#database === database) this.#opening = undefined

      return begin(await this.#connect(), names)
    }
  }

  #connect(): Promise<IDBDatabase> {
    this.#opening ??= this.#open()

    return this.#opening
  }

  async #open(): Promise<IDBDatabase> {
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

function deleteLogs({ items, writers }: OpenStores<'items' | 'writers'>, backend: IDBValidKey): void {
  for (const store of [items, writers]) store.delete(within([backend]))
}

/** All keys that begin with these. */
function within(start: IDBValidKey[]): IDBKeyRange {
  return IDBKeyRange.bound(start, [...start, []])
}

const databaseName = 'entity-sandbox'

/**
 * The stores of the database. A backend is the stored sandboxes of one name (`backendName()`).
 *
 * - `items`: the items of logs, by backend, log, part and number
 * - `writers`: the tab that writes a log, by backend and log
 * - `backends`: when a backend was last opened
 */
const stores = ['items', 'writers', 'backends'] as const
type StoreName = (typeof stores)[number]

/**
 * Opens the browser's database (IndexedDB).
 *
 * @throws when the browser has no such database for this page, or can't open it
 */
export function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (!('indexedDB' in globalThis) || !indexedDB) throw new Error('it has no database for this page')

    const opening = indexedDB.open(databaseName, 5)

    opening.addEventListener('upgradeneeded', () => {
      const database = opening.result

      // This version can't read the stores of an earlier one.
      Array.from(database.objectStoreNames).forEach((name) => database.deleteObjectStore(name))
      for (const name of stores) database.createObjectStore(name)
    })
    opening.addEventListener('success', () => {
      // A later version of the package in another tab need not wait until this tab is closed.
      opening.result.addEventListener('versionchange', () => opening.result.close())
      resolve(opening.result)
    })
    opening.addEventListener('error', () => reject(failureOf(opening)))
    opening.addEventListener('blocked', () => {
      reject(new Error('another tab with an earlier version of the sandbox has to be closed first'))
      // When that tab is closed the database opens after all, too late for this caller.
      opening.addEventListener('success', () => opening.result.close())
    })
  })
}

/** The stores of a transaction, and its end. */
type OpenStores<Name extends StoreName> = Readonly<Record<Name, IDBObjectStore>> & {
  readonly done: Promise<void>
}

/** Begins a transaction on some of the stores. It waits for earlier ones that have opened any of them. */
export function begin<Name extends StoreName>(
  database: IDBDatabase,
  names: readonly Name[],
): OpenStores<Name> {
  const transaction = database.transaction(names, 'readwrite', { durability: 'relaxed' })
  const opened = Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)]))

  return {
    ...(opened as Record<Name, IDBObjectStore>), // one for each name
    done: new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(failureOf(transaction)))
    }),
  }
}

function failureOf({ error }: IDBTransaction | IDBOpenDBRequest): Error {
  return error ?? new DOMException('the database was closed', 'AbortError')
}

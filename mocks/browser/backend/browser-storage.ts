import {
  logParts,
  type LogPart,
  type LogStorage,
  type StoredItem,
  type StoredLog,
} from '../../persistence/log-storage.ts'
import { begin, openDatabase, type OpenStores, type StoreName } from './database.ts'
import { randomUuid } from './random-uuid.ts'
import { dayLength } from '../../model/shared/dates.ts'
import type { RequestCount } from '../../sandbox/journal/activity.ts'
import type { PackedJournal } from '../../sandbox/journal/journal.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'

/** How long a backend is stored after it was last opened, in milliseconds. */
const keepFor = 60 * dayLength

type Key = [backend: string, log: string, part: number, number: number]

/** The logs of a backend in the browser's database. */
export class BrowserStorage implements LogStorage {
  readonly #backendName: string
  readonly #writer = randomUuid()
  /** Resolves to `#database`; undefined if that has to be opened (again). */
  #opening: Promise<IDBDatabase> | undefined
  #database: IDBDatabase | undefined
  #isClosed = false

  constructor(backendName: string) {
    this.#backendName = backendName
  }

  /**
   * Records that the backend is being opened, and returns the journals that its last page handed over. Backends not
   * opened for sixty days are removed.
   *
   * @param now milliseconds since 1970
   *
   * @throws when the browser does not let this page store anything
   */
  async beginOpening(now: number): Promise<readonly JournalHandover[]> {
    const stores = await this.#begin('items', 'writers', 'backends', 'journals')
    const { backends, journals, done } = stores
    const handedOver = journals.get(this.#backendName) as IDBRequest<JournalHandover[] | undefined> // the type that was stored

    backends.put(now, this.#backendName)
    backends.openCursor().addEventListener('success', ({ target }) => {
      const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result // the type of this request

      if (!cursor) return
      if (cursor.value < now - keepFor) {
        deleteLogs(stores, cursor.key)
        journals.delete(cursor.key)
        cursor.delete()
      }
      cursor.continue()
    })
    await done

    return handedOver.result ?? []
  }

  /**
   * Stores the journals of a page that is about to close, for the next page that opens the backend, or removes them (an
   * empty list). This does not wait for the logs to be written: a transaction that waits may be aborted with the page. So
   * may this one, if the disk is too busy to write it before the page is gone.
   */
  storeJournals(journals: readonly JournalHandover[]): void {
    try {
      if (!this.#database) return

      const { journals: store, done } = begin(this.#database, ['journals'])

      store.put(journals, this.#backendName).transaction?.commit()
      done.catch(() => undefined) // no one would see the error of a page that is closing
    } catch {
      // The database is closed already.
    }
  }

  async list(): Promise<readonly string[]> {
    const { items, done } = await this.#begin('items')
    const keys = items.getAllKeys(within([this.#backendName]))

    await done

    return [...new Set((keys.result as Key[]).map(([, log]) => log))] // the type that was stored
  }

  async open(log: string): Promise<StoredLog> {
    const { writers, done } = await this.#begin('writers')

    writers.put(this.#writer, [this.#backendName, log])
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

  /** Removes all logs and journals of the backend. */
  async clear(): Promise<void> {
    const stores = await this.#begin('items', 'writers', 'journals')

    deleteLogs(stores, this.#backendName)
    stores.journals.delete(this.#backendName)
    await stores.done
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
    const range = within([this.#backendName, log])
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

    const writer = writers.get([this.#backendName, log])

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
    return [this.#backendName, log, logParts.indexOf(part), number]
  }
}

function deleteLogs({ items, writers }: OpenStores<'items' | 'writers'>, backend: IDBValidKey): void {
  for (const store of [items, writers]) store.delete(within([backend]))
}

/** All keys that begin with these. */
function within(start: IDBValidKey[]): IDBKeyRange {
  return IDBKeyRange.bound(start, [...start, []])
}

/** The journal of a sandbox, as plain data. It is not in the log, because the log would grow with every request. */
export interface JournalHandover {
  /** Id of the sandbox. */
  readonly sandbox: string
  readonly journal: PackedJournal
  readonly counts: readonly RequestCount[]
}

export function journalHandover({ id, journal, activity }: Sandbox): JournalHandover {
  return { sandbox: id, journal: journal.pack(), counts: activity.list() }
}

/** Continues the journals that another page handed over. */
export function resumeJournals(sandboxes: readonly Sandbox[], journals: readonly JournalHandover[]): void {
  for (const { sandbox: id, journal, counts } of journals) {
    const sandbox = sandboxes.find((each) => each.id === id)

    sandbox?.journal.restore(journal, sandbox)
    sandbox?.activity.restore(counts)
  }
}

import type { JournalHandover } from '../../persistence/journal-handover.ts'
import {
  logParts,
  type LogPart,
  type LogStorage,
  type StoredItem,
  type StoredLog,
} from '../../persistence/log-storage.ts'
import { begin, openDatabase, type OpenStores } from './database.ts'
import { randomUuid } from './random-uuid.ts'
import { dayLength } from '../../model/shared/days.ts'

/** How long a backend is stored after it was last opened, in milliseconds. */
const keepFor = 60 * dayLength

type Key = [backend: string, log: string, part: number, number: number]

/** The logs of a backend in the browser's database. */
export class BrowserStorage implements LogStorage {
  readonly #backend: string
  readonly #writer = randomUuid()
  #database: IDBDatabase | undefined

  constructor(backend: string) {
    this.#backend = backend
  }

  /**
   * Records that the backend is opened, and returns the journals that its last page handed over. Backends not opened
   * for sixty days are removed.
   *
   * @param now milliseconds since 1970
   *
   * @throws when the browser does not let this page store anything
   */
  async enter(now: number): Promise<readonly JournalHandover[]> {
    const { items, writers, backends, journals, done } = await this.#begin()
    const left = journals.get(this.#backend) as IDBRequest<JournalHandover[] | undefined> // as put

    backends.put(now, this.#backend)
    journals.delete(this.#backend)
    backends.openCursor().addEventListener('success', ({ target }) => {
      const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result // the type of this request

      if (!cursor) return
      if (cursor.value < now - keepFor) {
        for (const store of [items, writers]) store.delete(within([cursor.key]))
        journals.delete(cursor.key)
        cursor.delete()
      }
      cursor.continue()
    })
    await done

    return left.result ?? []
  }

  /** Stores the journals of a page that is about to close, for the next page that opens the backend. */
  leave(journals: readonly JournalHandover[]): void {
    try {
      if (!this.#database) return

      const { journals: store, done } = begin(this.#database)

      store.put(journals, this.#backend).transaction?.commit()
      done.catch(() => undefined) // the page is closing: no one would see the error
    } catch {
      // The database is closed already.
    }
  }

  async list(): Promise<readonly string[]> {
    const { items, done } = await this.#begin()
    const keys = items.getAllKeys(within([this.#backend]))

    await done

    return [...new Set((keys.result as Key[]).map(([, log]) => log))] // as put
  }

  async open(log: string): Promise<StoredLog> {
    const { writers, done } = await this.#begin()

    writers.put(this.#writer, [this.#backend, log])
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

  /** Removes everything that is stored of the backend. */
  async clear(): Promise<void> {
    const { items, writers, done } = await this.#begin()

    for (const store of [items, writers]) store.delete(within([this.#backend]))
    await done
  }

  close(): Promise<void> {
    this.#database?.close()
    this.#database = undefined

    return Promise.resolve()
  }

  async *#read(log: string): AsyncGenerator<StoredItem> {
    const { items, done } = await this.#begin()
    const range = within([this.#backend, log])
    const [keys, values] = [items.getAllKeys(range), items.getAll(range)]

    await done
    const names = keys.result as Key[] // as put

    for (const [index, [, , part, number]] of names.entries()) {
      yield { part: logParts[part] ?? 'entry', number, bytes: values.result[index] as Uint8Array } // as put
    }
  }

  /** @throws when another tab has opened the log, as it may in browsers without locks */
  async #write(log: string, work: (items: IDBObjectStore) => void): Promise<void> {
    const { items, writers, done } = await this.#begin()
    let isOwn = false

    const owner = writers.get([this.#backend, log])

    owner.addEventListener('success', () => {
      isOwn = owner.result === this.#writer
      if (isOwn) work(items)
    })
    await done
    if (!isOwn) throw new Error('another tab is now writing it')
  }

  /** Begins a transaction. Browsers may close a database at any time; it is then reopened. */
  async #begin(): Promise<OpenStores> {
    this.#database ??= await openDatabase()

    try {
      return begin(this.#database)
    } catch {
      this.#database = await openDatabase()

      return begin(this.#database)
    }
  }

  #key(log: string, part: LogPart, number: number): Key {
    return [this.#backend, log, logParts.indexOf(part), number]
  }
}

/** All keys that begin with these. */
function within(start: IDBValidKey[]): IDBKeyRange {
  return IDBKeyRange.bound(start, [...start, []])
}

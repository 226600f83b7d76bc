import type { JournalHandover } from '../../persistence/journal-handover.ts'
import type { LogEntry } from '../../persistence/sandbox-log.ts'

const databaseName = 'entity-sandbox'
const [logStore, ownerStore, journalStore] = ['log', 'owners', 'journals']
const stores = [logStore, ownerStore, journalStore]

/** Who writes the log of a world, and when it was last opened. */
interface Owner {
  readonly writer: string
  /** Milliseconds since 1970. */
  readonly openedAt: number
}

/** What there is of a world. */
export interface Found {
  readonly entries: readonly unknown[]
  readonly journals: readonly JournalHandover[]
}

/** Logs in the browser's database (IndexedDB), by the names of their worlds. */
export class Database {
  readonly #database: IDBDatabase

  private constructor(database: IDBDatabase) {
    this.#database = database
    // A later version of the package, in another tab, need not wait for this one to be closed.
    database.addEventListener('versionchange', () => database.close())
  }

  /** @throws where the browser has no such database for this page, or keeps it closed */
  static open(): Promise<Database> {
    return new Promise((resolve, reject) => {
      if (!('indexedDB' in globalThis) || !indexedDB) throw new Error('it has no database for this page')

      const opening = indexedDB.open(databaseName, 3)

      opening.addEventListener('upgradeneeded', () => {
        const database = opening.result

        // Those of an earlier version hold what this one can't read.
        Array.from(database.objectStoreNames).forEach((name) => database.deleteObjectStore(name))
        for (const name of stores) database.createObjectStore(name)
      })
      opening.addEventListener('success', () => resolve(new Database(opening.result)))
      opening.addEventListener('error', () => reject(failureOf(opening)))
      opening.addEventListener('blocked', () => {
        reject(new Error('another tab with an earlier version of the sandbox has to be closed first'))
        // Once that tab is closed it opens after all, when nobody waits for it any more.
        opening.addEventListener('success', () => opening.result.close())
      })
    })
  }

  /** Makes `writer` the one that writes the log of a world, and gives what is there of that world. */
  async take(world: string, writer: string, openedAt: number): Promise<Found> {
    const transaction = this.#begin()
    const entries = transaction.objectStore(logStore).getAll(rangeOf(world))
    const journals = transaction.objectStore(journalStore).get(world) as IDBRequest<
      JournalHandover[] | undefined
    > // as put

    transaction.objectStore(journalStore).delete(world)
    transaction.objectStore(ownerStore).put({ writer, openedAt } satisfies Owner, world)
    await doneWith(transaction)

    return { entries: entries.result, journals: journals.result ?? [] }
  }

  /** Puts what a world was asked aside for whoever takes it next, as its page is about to go. */
  leave(world: string, journals: readonly JournalHandover[]): void {
    const transaction = this.#begin()

    transaction.objectStore(journalStore).put(journals, world)
    transaction.commit()
  }

  /**
   * Adds entries to a log. All of them are written, or none.
   *
   * @param first number of the first entry
   *
   * @returns whether the log is still `writer`'s; otherwise nothing was written
   */
  async add(world: string, writer: string, first: number, entries: readonly LogEntry[]): Promise<boolean> {
    const transaction = this.#begin()
    let isOwn = false

    transaction
      .objectStore(ownerStore)
      .get(world)
      .addEventListener('success', ({ target }) => {
        isOwn = (target as IDBRequest<Owner | undefined>).result?.writer === writer // what was asked for
        if (isOwn) putEntries(transaction, world, first, entries)
      })
    await doneWith(transaction)

    return isOwn
  }

  /** Puts entries in place of a log, and makes `writer` the one that writes it. */
  async replace(world: string, { writer, openedAt }: Owner, entries: Iterable<LogEntry>): Promise<void> {
    const transaction = this.#begin()

    transaction.objectStore(logStore).delete(rangeOf(world))
    transaction.objectStore(ownerStore).put({ writer, openedAt } satisfies Owner, world)
    putEntries(transaction, world, 0, entries)
    await doneWith(transaction)
  }

  /** Deletes the logs of worlds that nobody has opened since a moment, in milliseconds since 1970. */
  async dropUnused(since: number): Promise<void> {
    const transaction = this.#begin()
    const owners = transaction.objectStore(ownerStore)

    owners.openCursor().addEventListener('success', ({ target }) => {
      const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result // what was asked for

      if (!cursor) return
      if ((cursor.value as Owner).openedAt < since) {
        transaction.objectStore(logStore).delete(rangeOf(cursor.key))
        transaction.objectStore(journalStore).delete(cursor.key)
        cursor.delete()
      }
      cursor.continue()
    })
    await doneWith(transaction)
  }

  close(): void {
    this.#database.close()
  }

  #begin(): IDBTransaction {
    return this.#database.transaction(stores, 'readwrite', { durability: 'relaxed' })
  }
}

function putEntries(
  transaction: IDBTransaction,
  world: string,
  first: number,
  entries: Iterable<LogEntry>,
): void {
  const log = transaction.objectStore(logStore)
  let number = first

  for (const entry of entries) log.put(entry, [world, number++])
}

function rangeOf(world: IDBValidKey): IDBKeyRange {
  return IDBKeyRange.bound([world], [world, []])
}

function doneWith(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(failureOf(transaction)))
  })
}

function failureOf({ error }: IDBTransaction | IDBOpenDBRequest): Error {
  return error ?? new Error('the database was closed')
}

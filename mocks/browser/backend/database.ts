const databaseName = 'entity-sandbox'

/**
 * The stores of the database. A backend is the stored sandboxes of one name (`backendName()`).
 *
 * - `items`: the items of logs, by backend, log, part and number
 * - `writers`: the tab that writes a log, by backend and log
 * - `backends`: when a backend was last opened
 * - `journals`: the journals of pages that were closed
 */
const stores = ['items', 'writers', 'backends', 'journals'] as const
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

/** Every store, and the end of the transaction. */
export type OpenStores = Readonly<Record<StoreName, IDBObjectStore>> & {
  readonly done: Promise<void>
}

export function begin(database: IDBDatabase): OpenStores {
  const transaction = database.transaction(stores, 'readwrite', { durability: 'relaxed' })
  const store = (name: StoreName) => transaction.objectStore(name)

  return {
    items: store('items'),
    writers: store('writers'),
    backends: store('backends'),
    journals: store('journals'),
    done: new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(failureOf(transaction)))
    }),
  }
}

function failureOf({ error }: IDBTransaction | IDBOpenDBRequest): Error {
  return error ?? new DOMException('the database was closed', 'AbortError')
}

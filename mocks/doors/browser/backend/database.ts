const databaseName = 'entity-sandbox'

/**
 * The stores of the database. A backend is the stored sandboxes of one name (`backendName()`).
 *
 * - `items`: the items of logs, by backend, log, part and number
 * - `writers`: the tab that writes a log, by backend and log
 * - `backends`: when a backend was last opened
 */
const stores = ['items', 'writers', 'backends'] as const
export type StoreName = (typeof stores)[number]

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
export type OpenStores<Name extends StoreName> = Readonly<Record<Name, IDBObjectStore>> & {
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

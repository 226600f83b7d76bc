import type { KeptRecord, KeptSettings } from './kept-changes.ts'

const databaseName = 'entity-sandbox'
const [recordStore, settingsStore] = ['records', 'settings']

/** The part of the browser's database (IndexedDB) that is one world's. */
export class Database {
  readonly #database: IDBDatabase
  readonly #world: string

  private constructor(database: IDBDatabase, world: string) {
    this.#database = database
    this.#world = world
  }

  static async open(world: string): Promise<Database> {
    const opening = indexedDB.open(databaseName, 1)

    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore(recordStore)
      opening.result.createObjectStore(settingsStore)
    })

    return new Database(await resultOf(opening), world)
  }

  async read(): Promise<[records: KeptRecord[], settings: KeptSettings | undefined]> {
    const transaction = this.#database.transaction([recordStore, settingsStore])
    const ofWorld = IDBKeyRange.bound([this.#world], [this.#world, []])

    return Promise.all([
      resultOf<KeptRecord[]>(transaction.objectStore(recordStore).getAll(ofWorld)),
      resultOf<KeptSettings | undefined>(transaction.objectStore(settingsStore).get(this.#world)),
    ])
  }

  /** All of it is written, or nothing. */
  write(put: readonly KeptRecord[], removed: readonly KeptRecord[], settings: KeptSettings): Promise<void> {
    const transaction = this.#database.transaction([recordStore, settingsStore], 'readwrite', {
      durability: 'relaxed',
    })
    const records = transaction.objectStore(recordStore)

    for (const record of put) records.put(record, this.#keyOf(record))
    for (const record of removed) records.delete(this.#keyOf(record))
    transaction.objectStore(settingsStore).put(settings, this.#world)
    transaction.commit()

    return new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The write was cut off.')),
      )
    })
  }

  close(): void {
    this.#database.close()
  }

  #keyOf({ table, key }: KeptRecord): IDBValidKey {
    return [this.#world, table, key]
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database failed.')))
  })
}

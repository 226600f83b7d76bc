import {
  logParts,
  type LogPart,
  type LogStorage,
  type StoredItem,
  type StoredLog,
} from '../sandbox/persistence/log-storage.ts'

/** Logs in memory, for tests that need no real storage. */
export class MemoryStorage implements LogStorage {
  readonly #logs = new Map<string, StoredItem[]>()

  /** A storage with what this one has now. */
  copy(): MemoryStorage {
    const copy = new MemoryStorage()

    for (const [name, items] of this.#logs) copy.#logs.set(name, items)

    return copy
  }

  list(): Promise<readonly string[]> {
    return Promise.resolve([...this.#logs].flatMap(([name, items]) => (items.length > 0 ? [name] : [])))
  }

  open(name: string): Promise<StoredLog> {
    const items = () => this.#logs.get(name) ?? []
    const save = (newItems: StoredItem[]) => {
      this.#logs.set(name, newItems)

      return Promise.resolve()
    }

    return Promise.resolve({
      read: async function* () {
        yield* items().toSorted((a, b) => order(a.part) - order(b.part) || a.number - b.number)
      },
      put: (newItems) => {
        const others = items().filter(
          (item) => !newItems.some(({ part, number }) => item.part === part && item.number === number),
        )

        return save([...others, ...newItems])
      },
      remove: (part, from, to) =>
        save(items().filter((item) => item.part !== part || item.number < from || item.number >= to)),
    })
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

/** The storage, with some methods of its logs replaced. */
export function withLogs(storage: LogStorage, replace: (log: StoredLog) => Partial<StoredLog>): LogStorage {
  return {
    list: () => storage.list(),
    close: () => storage.close(),
    open: async (name) => {
      const log = await storage.open(name)

      return { ...log, ...replace(log) }
    },
  }
}

function order(part: LogPart): number {
  return logParts.indexOf(part)
}

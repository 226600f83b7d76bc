import {
  logParts,
  type LogPart,
  type LogStorage,
  type StoredItem,
  type StoredLog,
} from '../persistence/log-storage.ts'

/** Logs in memory, for tests of what logs mean. */
export class MemoryStorage implements LogStorage {
  readonly #logs = new Map<string, StoredItem[]>()

  list(): Promise<readonly string[]> {
    return Promise.resolve([...this.#logs].flatMap(([name, items]) => (items.length > 0 ? [name] : [])))
  }

  open(name: string): Promise<StoredLog> {
    const items = () => this.#logs.get(name) ?? []
    const keep = (isKept: (item: StoredItem) => boolean) => {
      this.#logs.set(name, items().filter(isKept))

      return Promise.resolve()
    }

    return Promise.resolve({
      read: async function* () {
        yield* items().toSorted((a, b) => order(a.part) - order(b.part) || a.number - b.number)
      },
      put: (put) => {
        const others = items().filter(
          (item) => !put.some(({ part, number }) => item.part === part && item.number === number),
        )

        this.#logs.set(name, [...others, ...put])

        return Promise.resolve()
      },
      remove: (part, from, to) =>
        keep((item) => item.part !== part || item.number < from || item.number >= to),
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

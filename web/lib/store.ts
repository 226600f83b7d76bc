import { useSyncExternalStore } from 'react'

/** A value that components subscribe to. */
interface ValueStore<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<T>(initial: T): ValueStore<T> {
  const listeners = new Set<() => void>()
  let current = initial

  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)

      return () => listeners.delete(listener)
    },
  }
}

export function useStore<T>(store: ValueStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Stores texts by name; in a browser that blocks storage, only until the page is closed. */
export function createTextStorage(open: () => Pick<Storage, 'getItem' | 'setItem'>) {
  const unsaved = new Map<string, string>()

  return {
    get: (name: string): string | null => {
      try {
        return unsaved.get(name) ?? open().getItem(name)
      } catch {
        // If cookies are blocked, browsers throw on any access to the storage.
        return null
      }
    },
    /** @returns whether the text outlives the page */
    set: (name: string, text: string): boolean => {
      try {
        open().setItem(name, text)
        unsaved.delete(name)

        return true
      } catch {
        unsaved.set(name, text)

        return false
      }
    },
  }
}

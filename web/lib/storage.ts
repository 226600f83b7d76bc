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

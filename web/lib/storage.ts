/** Texts by name that outlive the page. In a browser that blocks storage, they last as long as the page. */
export function createTextStorage(open: () => Pick<Storage, 'getItem' | 'setItem'>) {
  const unsaved = new Map<string, string>()

  return {
    get: (name: string): string | null => {
      try {
        return unsaved.get(name) ?? open().getItem(name)
      } catch {
        // Browsers throw where cookies are blocked, by the access to the storage already.
        return null
      }
    },
    /** @returns whether it outlives the page */
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

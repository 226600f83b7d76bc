import { vi } from 'vitest'

/** Loads a module of the console that reads the page's address when it is loaded, whichever test ran before. */
export async function loadOnPage<Part>(load: () => Promise<Part>): Promise<Part> {
  vi.stubGlobal('document', { baseURI: 'http://sandbox/', querySelector: () => null })
  vi.stubGlobal('location', new URL('http://sandbox/'))
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  try {
    return await load()
  } finally {
    vi.unstubAllGlobals()
  }
}

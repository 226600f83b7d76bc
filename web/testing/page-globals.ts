import { afterAll, vi } from 'vitest'

// What the console's modules read of the page when they load. A test imports this first, whichever test ran before it.
vi.stubGlobal('document', { baseURI: 'http://sandbox/', querySelector: () => null })
vi.stubGlobal('location', new URL('http://sandbox/'))

afterAll(() => vi.unstubAllGlobals())

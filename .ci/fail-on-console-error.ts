import { format } from 'node:util'
import { afterEach, beforeEach, vi } from 'vitest'

/** A test in which something complains on the console fails, whatever else it finds. */
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const complaints = vi.mocked(console.error).mock.calls.map((values) => format(...values))
  vi.mocked(console.error).mockRestore()

  if (complaints.length > 0) throw new Error(`This was written to console.error:\n${complaints.join('\n')}`)
})

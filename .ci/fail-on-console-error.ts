import { format } from 'node:util'
import { afterEach } from 'vitest'

/** A test in which something complains on the console fails, whatever else it finds. */
const complaints: string[] = []

// Replaced once, not in each test: tests of a file may run at the same time.
console.error = (...values: unknown[]) => void complaints.push(format(...values))

afterEach(() => {
  const found = complaints.splice(0)

  if (found.length > 0) throw new Error(`This was written to console.error:\n${found.join('\n')}`)
})

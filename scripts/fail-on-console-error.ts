import { format } from 'node:util'
import { afterEach } from 'vitest'

/** Messages written to console.error during a test, which then fails. */
const errors: string[] = []

// Replaced once, not in each test: tests of a file may run at the same time.
console.error = (...values: unknown[]) => void errors.push(format(...values))

afterEach(() => {
  const messages = errors.splice(0)

  if (messages.length > 0) throw new Error(`This was written to console.error:\n${messages.join('\n')}`)
})

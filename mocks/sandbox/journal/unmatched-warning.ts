import type { JournalEntry } from './journal-entry.ts'
import { redactSecrets } from './secrets.ts'

/** What the terminal or the console of a page says about a request of an application that no route matches. */
export function unmatchedWarning(entry: JournalEntry): string | undefined {
  const { source, unmatched, status, method, path, search } = entry

  if (!unmatched || source === 'console') return undefined

  const { nearest, reason } = unmatched
  const target = redactSecrets(search === '' ? path : `${path}?${search}`)

  return `[entity-sandbox] ${status} ${method} ${target}: no route matches${nearest ? `, nearest: ${nearest.path} (${reason})` : ''}`
}

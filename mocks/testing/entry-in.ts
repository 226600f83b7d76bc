import { JournalEntry } from '../sandbox/journal/journal-entry.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

/** The entry of a request to no route, for the journal of a sandbox. */
export function entryIn(sandbox: Sandbox, body?: Uint8Array): JournalEntry {
  const method = body ? 'POST' : 'GET'

  return new JournalEntry(
    { method, baseUrl: '', search: '', body, header: () => undefined, headers: () => [] },
    '/api/nowhere',
    sandbox,
  )
}

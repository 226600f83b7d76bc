import type { RequestCount } from '../sandbox/journal/activity.ts'
import type { PackedJournal } from '../sandbox/journal/journal.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

/** The journal of a sandbox, as plain data. It is not in the log, because the log would grow with every request. */
export interface JournalHandover {
  /** Id of the sandbox. */
  readonly sandbox: string
  readonly journal: PackedJournal
  readonly counts: readonly RequestCount[]
}

export function journalHandover({ id, journal, activity }: Sandbox): JournalHandover {
  return { sandbox: id, journal: journal.pack(), counts: activity.list() }
}

/** Continues the journals that another page handed over. */
export function resumeJournals(sandboxes: readonly Sandbox[], journals: readonly JournalHandover[]): void {
  for (const { sandbox: id, journal, counts } of journals) {
    const sandbox = sandboxes.find((each) => each.id === id)

    sandbox?.journal.restore(journal, sandbox)
    sandbox?.activity.restore(counts)
  }
}

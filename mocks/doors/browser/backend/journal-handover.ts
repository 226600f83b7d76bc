import { reasonOf } from '../reason.ts'
import type { RequestCount } from '../../../sandbox/journal/activity.ts'
import type { PackedJournal } from '../../../sandbox/journal/journal.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'

/** What a page that closes leaves to the next one. It is not in the logs, because they would grow with every request. */
interface Handover {
  /** Name of the backend. */
  readonly backend: string
  readonly journals: readonly SandboxJournal[]
}

interface SandboxJournal {
  /** Id of the sandbox. */
  readonly sandbox: string
  readonly journal: PackedJournal
  readonly counts: readonly RequestCount[]
}

/**
 * The item of `localStorage` that contains it. That is written at once, while the browser may abort a transaction of its
 * database with the page that is closing. All backends use the same item, so that they leave room to the application.
 */
const item = 'entity-sandbox journals'

/** The total size of the entries, in bytes: about a fifth of what browsers store for an origin. */
const maxBytes = 768 * 1024

/** The total number of counts, which grow with every hour. */
const maxCounts = 2000

/**
 * Leaves the newest entries and counts of the sandboxes, which have equal shares of the room: less where the storage is
 * full, nothing where it is blocked.
 */
export function handOverJournals(backend: string, sandboxes: readonly Sandbox[]): void {
  const withEntries = sandboxes.filter(({ journal }) => journal.entries().length > 0).length
  const withCounts = sandboxes.filter(({ activity }) => activity.list().length > 0).length

  for (let room = 1; room > 0.001; room /= 2) {
    const journals = sandboxes.map(({ id, journal, activity }): SandboxJournal => ({
      sandbox: id,
      journal: journal.pack((maxBytes * room) / Math.max(1, withEntries)),
      counts: activity.list().slice(-Math.ceil((maxCounts * room) / Math.max(1, withCounts))),
    }))

    try {
      return localStorage.setItem(item, JSON.stringify({ backend, journals }))
    } catch {
      // The storage is full, or blocked. No one would see an error of a page that is closing.
    }
  }
}

/** Continues the journals that the last page of the backend has left, once. */
export function resumeJournals(backend: string, sandboxes: readonly Sandbox[]): void {
  try {
    for (const { sandbox: id, journal, counts } of takeJournals(backend)) {
      const sandbox = sandboxes.find((each) => each.id === id)

      sandbox?.journal.restore(journal)
      sandbox?.activity.restore(counts)
    }
  } catch (error) {
    // Another build of this version may have written them in another form, which must not cost the data.
    console.info(
      `[entity-sandbox] The journal that the last page has left can't be read (${reasonOf(error)}).`,
    )
  }
}

/** Removes the journals that the last page of the backend has left, and returns them. */
function takeJournals(backend: string): readonly SandboxJournal[] {
  const handover = storedHandover()

  if (handover?.backend !== backend) return []
  localStorage.removeItem(item)

  return handover.journals
}

function storedHandover(): Handover | null {
  try {
    return JSON.parse(localStorage.getItem(item) ?? 'null') as Handover | null // the type that was stored
  } catch {
    return null // the storage is blocked, or something else has written the item
  }
}

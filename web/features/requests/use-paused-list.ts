import { useCallback, useEffect, useState } from 'react'
import { counted } from '../../lib/format.ts'
import type { JournalEntry, JournalView } from '../../service/journal.ts'
import { announce } from '../../ui/feedback/toasts.tsx'

export interface PausedList extends JournalView {
  /** How many came since the list is frozen. */
  readonly newCount: number
  /** Shows them. */
  readonly catchUp: () => void
  /** Changes whenever the list begins at its top again. */
  readonly resetKey: number
  readonly onView: (first: number) => void
}

/**
 * The journal as it is shown: while it is paused, or somebody reads further down, it stays as it was and only counts
 * what comes, so that no line moves below the eyes.
 */
export function usePausedList(journal: JournalView, isPaused: boolean): PausedList {
  const [frozen, setFrozen] = useState<readonly JournalEntry[]>()
  const [isScrolled, setScrolled] = useState(false)
  const [resetKey, setResetKey] = useState(0)
  const { entries, state } = journal
  const isFrozen = isPaused || isScrolled
  const newCount = frozen ? countNew(entries, frozen) : 0

  if (isFrozen && !frozen && state === 'ready') setFrozen(entries)
  if (!isFrozen && frozen) setFrozen(undefined)

  useEffect(() => {
    if (newCount === 0) return
    const timer = setTimeout(() => announce(counted(newCount, 'new request')), 1500)

    return () => clearTimeout(timer)
  }, [newCount])

  return {
    ...journal,
    entries: frozen ?? entries,
    newCount,
    resetKey,
    catchUp: () => {
      setFrozen(isPaused ? entries : undefined)
      setScrolled(false)
      setResetKey(resetKey + 1)
    },
    onView: useCallback((first) => setScrolled(first > 0), []),
  }
}

/** How many entries came after those that are frozen; the newest stand first. */
export function countNew(entries: readonly JournalEntry[], frozen: readonly JournalEntry[]): number {
  const last = frozen[0]?.sequence ?? 0
  const index = entries.findIndex(({ sequence }) => sequence <= last)

  return index === -1 ? entries.length : index
}

import { useCallback, useEffect, useState } from 'react'
import { counted } from '../../lib/format.ts'
import type { JournalEntry, JournalView } from '../../service/journal.ts'
import { announce } from '../../ui/feedback/toasts.tsx'

/**
 * The entries that the page shows. While the list is paused or scrolled down, it is frozen and only counts new entries,
 * so that rows do not move while someone reads them.
 */
export function usePausedList(journal: JournalView, isPaused: boolean) {
  const [frozen, setFrozen] = useState<readonly JournalEntry[]>()
  const [isScrolled, setScrolled] = useState(false)
  const [resetKey, setResetKey] = useState(0)
  const { entries, state } = journal
  const isFrozen = isPaused || isScrolled
  const newCount = frozen ? countNew(entries, frozen) : 0

  // During render, as React recommends for state that depends on other state.
  if (isFrozen && !frozen && state === 'ready') setFrozen(entries)
  // A list without entries was cleared.
  if (frozen && (!isFrozen || (entries.length === 0 && frozen.length > 0))) setFrozen(undefined)

  useEffect(() => {
    if (newCount === 0) return
    const timer = setTimeout(() => announce(counted(newCount, 'new request')), 1500)

    return () => clearTimeout(timer)
  }, [newCount])

  return {
    ...journal,
    entries: frozen ?? entries,
    /** The number of entries that arrived since the list was frozen. */
    newCount,
    /** A key that resets the scroll position of the grid when it changes. */
    resetKey,
    /** Shows the new entries. */
    catchUp: () => {
      setFrozen(isPaused ? entries : undefined)
      setScrolled(false)
      setResetKey(resetKey + 1)
    },
    onView: useCallback((first: number) => setScrolled(first > 0), []),
  }
}

/** The number of entries that arrived after the frozen ones; the newest come first. */
export function countNew(entries: readonly JournalEntry[], frozen: readonly JournalEntry[]): number {
  const lastFrozen = frozen[0]?.sequence ?? 0
  const index = entries.findIndex(({ sequence }) => sequence <= lastFrozen)

  return index === -1 ? entries.length : index
}

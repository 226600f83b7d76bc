import { useCallback, useEffect, useState } from 'react'
import { counted } from '../../lib/format.ts'
import type { JournalEntry, JournalView } from '../../service/journal.ts'
import { announce } from '../../ui/feedback/toasts.tsx'

export interface HeldList extends JournalView {
  /** How many came since the list is held. */
  readonly news: number
  /** Shows them. */
  readonly catchUp: () => void
  /** Changes whenever the list begins at its top again. */
  readonly shift: number
  readonly onView: (first: number) => void
}

/**
 * The journal as it is shown: while it is paused, or somebody reads further down, it stays as it was and only counts
 * what comes, so that no line moves below the eyes.
 */
export function useHeldList(journal: JournalView, isPaused: boolean): HeldList {
  const [held, setHeld] = useState<readonly JournalEntry[]>()
  const [isScrolled, setScrolled] = useState(false)
  const [shift, setShift] = useState(0)
  const { entries, state } = journal
  const isHeld = isPaused || isScrolled
  const news = held ? countNews(entries, held) : 0

  if (isHeld && !held && state === 'ready') setHeld(entries)
  if (!isHeld && held) setHeld(undefined)

  useEffect(() => {
    if (news === 0) return
    const timer = setTimeout(() => announce(counted(news, 'new request')), 1500)

    return () => clearTimeout(timer)
  }, [news])

  return {
    ...journal,
    entries: held ?? entries,
    news,
    shift,
    catchUp: () => {
      setHeld(isPaused ? entries : undefined)
      setScrolled(false)
      setShift(shift + 1)
    },
    onView: useCallback((first) => setScrolled(first > 0), []),
  }
}

/** How many entries came after those that are held; the newest stand first. */
export function countNews(entries: readonly JournalEntry[], held: readonly JournalEntry[]): number {
  const last = held[0]?.sequence ?? 0
  const index = entries.findIndex(({ sequence }) => sequence <= last)

  return index === -1 ? entries.length : index
}

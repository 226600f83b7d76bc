import { expect, test } from 'vitest'
import { renderHook } from '../../../.ci/render-hook.ts'
import type { JournalEntry, JournalView } from '../../service/journal.ts'
import { countNew, usePausedList } from './use-paused-list.ts'

const entries = (...sequences: number[]) => sequences.map((sequence) => ({ sequence })) as JournalEntry[] // all it reads

test.each([
  ['nothing came', [3, 2, 1], [3, 2, 1], 0],
  ['two came', [5, 4, 3], [3, 2, 1], 2],
  ['what was shown made room', [9, 8, 7], [3, 2, 1], 3],
  ['nothing was there', [1], [], 1],
])('a frozen list counts what came: %s', (_, now, frozen, newCount) => {
  expect(countNew(entries(...now), entries(...frozen))).toBe(newCount)
})

/** A list of two requests, and what it shows when it is given something else. */
function renderList() {
  const journal: { view: JournalView; isPaused: boolean } = {
    view: { entries: entries(2, 1), state: 'ready' },
    isPaused: false,
  }
  const list = renderHook(() => usePausedList(journal.view, journal.isPaused))
  const given = (next: Partial<typeof journal>) => {
    Object.assign(journal, next)
    list.again()

    return shown()
  }
  const shown = () => ({
    shows: list.current.entries.map(({ sequence }) => sequence),
    newCount: list.current.newCount,
  })

  return {
    list,
    shown,
    given,
    now: (...sequences: number[]) => ({ entries: entries(...sequences), state: 'ready' as const }),
  }
}

test('a paused list stays as it was and counts what comes, until it is paused no longer', async () => {
  const { given, now } = renderList()

  expect(given({ view: now(3, 2, 1) })).toEqual({ shows: [3, 2, 1], newCount: 0 })
  given({ isPaused: true })
  expect(given({ view: now(5, 4, 3, 2, 1) })).toEqual({ shows: [3, 2, 1], newCount: 2 })
  expect(given({ isPaused: false })).toEqual({ shows: [5, 4, 3, 2, 1], newCount: 0 })
})

test('a list that is scrolled down is frozen, and catching up begins at its top again', async () => {
  const { list, shown, given, now } = renderList()

  await list.after(({ onView }) => onView(1))
  expect(given({ view: now(3, 2, 1) })).toEqual({ shows: [2, 1], newCount: 1 })

  const { resetKey } = list.current

  await list.after(({ catchUp }) => catchUp())
  expect(shown()).toEqual({ shows: [3, 2, 1], newCount: 0 })
  expect(list.current.resetKey).not.toBe(resetKey)
  expect(given({ view: now(4, 3, 2, 1) })).toEqual({ shows: [4, 3, 2, 1], newCount: 0 })
})

test('a paused list that caught up is frozen again, at what is there now', async () => {
  const { list, shown, given, now } = renderList()

  given({ isPaused: true })
  given({ view: now(3, 2, 1) })
  await list.after(({ catchUp }) => catchUp())
  expect(shown()).toEqual({ shows: [3, 2, 1], newCount: 0 })
  expect(given({ view: now(4, 3, 2, 1) })).toEqual({ shows: [3, 2, 1], newCount: 1 })
})

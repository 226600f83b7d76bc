import { expect, test } from 'vitest'
import { loadOnPage } from '../../testing/load-on-page.ts'
import { renderHook } from '../../testing/render-hook.ts'
import type { JournalEntry, JournalView } from '../../service/journal-stream.ts'

const { countNew, usePausedList } = await loadOnPage(() => import('./requests-page.tsx'))

const entries = (...sequences: number[]) => sequences.map((sequence) => ({ sequence })) as JournalEntry[] // only `sequence` is used

test.each([
  ['no new entries', [3, 2, 1], [3, 2, 1], 0],
  ['two new entries', [5, 4, 3], [3, 2, 1], 2],
  ['the frozen entries were removed', [9, 8, 7], [3, 2, 1], 3],
  ['there were no entries', [1], [], 1],
])('a frozen list counts new entries: %s', (_, now, frozen, newCount) => {
  expect(countNew(entries(...now), entries(...frozen))).toBe(newCount)
})

/** A list of two requests; `update` changes the journal or the pause, and returns what the list shows then. */
function renderList() {
  const journal: { view: JournalView; isPaused: boolean } = {
    view: { entries: entries(2, 1), state: 'ready' },
    isPaused: false,
  }
  const list = renderHook(() => usePausedList(journal.view, journal.isPaused))
  const update = (next: Partial<typeof journal>) => {
    Object.assign(journal, next)
    list.rerender()

    return shown()
  }
  const shown = () => ({
    entries: list.current.entries.map(({ sequence }) => sequence),
    newCount: list.current.newCount,
  })

  return {
    list,
    shown,
    update,
    view: (...sequences: number[]) => ({ entries: entries(...sequences), state: 'ready' as const }),
  }
}

test('a paused list counts new entries, and shows them when it resumes', async () => {
  const { update, view } = renderList()

  expect(update({ view: view(3, 2, 1) })).toEqual({ entries: [3, 2, 1], newCount: 0 })
  update({ isPaused: true })
  expect(update({ view: view(5, 4, 3, 2, 1) })).toEqual({ entries: [3, 2, 1], newCount: 2 })
  expect(update({ isPaused: false })).toEqual({ entries: [5, 4, 3, 2, 1], newCount: 0 })
})

test('a paused list is emptied when the journal is cleared', () => {
  const { update, view } = renderList()

  update({ isPaused: true })
  expect(update({ view: view() })).toEqual({ entries: [], newCount: 0 })
  expect(update({ view: view(3) })).toEqual({ entries: [], newCount: 1 })
})

test('a list that is scrolled down is frozen, and catching up scrolls to its top', async () => {
  const { list, shown, update, view } = renderList()

  await list.act(({ onView }) => onView(1))
  expect(update({ view: view(3, 2, 1) })).toEqual({ entries: [2, 1], newCount: 1 })

  const { resetKey } = list.current

  await list.act(({ catchUp }) => catchUp())
  expect(shown()).toEqual({ entries: [3, 2, 1], newCount: 0 })
  expect(list.current.resetKey).not.toBe(resetKey)
  expect(update({ view: view(4, 3, 2, 1) })).toEqual({ entries: [4, 3, 2, 1], newCount: 0 })
})

test('a paused list that caught up is frozen again, with its new entries', async () => {
  const { list, shown, update, view } = renderList()

  update({ isPaused: true })
  update({ view: view(3, 2, 1) })
  await list.act(({ catchUp }) => catchUp())
  expect(shown()).toEqual({ entries: [3, 2, 1], newCount: 0 })
  expect(update({ view: view(4, 3, 2, 1) })).toEqual({ entries: [3, 2, 1], newCount: 1 })
})

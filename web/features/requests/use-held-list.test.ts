import { expect, test } from 'vitest'
import { renderHook } from '../../../.ci/render-hook.ts'
import type { JournalEntry, JournalView } from '../../service/journal.ts'
import { countNews, useHeldList } from './use-held-list.ts'

const entries = (...sequences: number[]) => sequences.map((sequence) => ({ sequence })) as JournalEntry[] // all it reads

test.each([
  ['nothing came', [3, 2, 1], [3, 2, 1], 0],
  ['two came', [5, 4, 3], [3, 2, 1], 2],
  ['what was held made room', [9, 8, 7], [3, 2, 1], 3],
  ['nothing was there', [1], [], 1],
])('a held list counts what came: %s', (_, now, held, news) => {
  expect(countNews(entries(...now), entries(...held))).toBe(news)
})

/** A list of two requests, and what it shows when it is given something else. */
function renderList() {
  const journal: { view: JournalView; isPaused: boolean } = {
    view: { entries: entries(2, 1), state: 'ready' },
    isPaused: false,
  }
  const list = renderHook(() => useHeldList(journal.view, journal.isPaused))
  const given = (next: Partial<typeof journal>) => {
    Object.assign(journal, next)
    list.again()

    return shown()
  }
  const shown = () => ({
    shows: list.current.entries.map(({ sequence }) => sequence),
    news: list.current.news,
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

  expect(given({ view: now(3, 2, 1) })).toEqual({ shows: [3, 2, 1], news: 0 })
  given({ isPaused: true })
  expect(given({ view: now(5, 4, 3, 2, 1) })).toEqual({ shows: [3, 2, 1], news: 2 })
  expect(given({ isPaused: false })).toEqual({ shows: [5, 4, 3, 2, 1], news: 0 })
})

test('a list that is scrolled down is held, and catching up begins at its top again', async () => {
  const { list, shown, given, now } = renderList()

  await list.after(({ onView }) => onView(1))
  expect(given({ view: now(3, 2, 1) })).toEqual({ shows: [2, 1], news: 1 })

  const { shift } = list.current

  await list.after((held) => held.catchUp())
  expect(shown()).toEqual({ shows: [3, 2, 1], news: 0 })
  expect(list.current.shift).not.toBe(shift)
  expect(given({ view: now(4, 3, 2, 1) })).toEqual({ shows: [4, 3, 2, 1], news: 0 })
})

test('a paused list that caught up is held again, at what is there now', async () => {
  const { list, shown, given, now } = renderList()

  given({ isPaused: true })
  given({ view: now(3, 2, 1) })
  await list.after((held) => held.catchUp())
  expect(shown()).toEqual({ shows: [3, 2, 1], news: 0 })
  expect(given({ view: now(4, 3, 2, 1) })).toEqual({ shows: [3, 2, 1], news: 1 })
})

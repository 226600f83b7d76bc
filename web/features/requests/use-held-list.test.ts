import { expect, test } from 'vitest'
import type { JournalEntry } from '../../service/journal.ts'
import { countNews } from './use-held-list.ts'

const entries = (...sequences: number[]) => sequences.map((sequence) => ({ sequence })) as JournalEntry[] // all it reads

test.each([
  ['nothing came', [3, 2, 1], [3, 2, 1], 0],
  ['two came', [5, 4, 3], [3, 2, 1], 2],
  ['what was held made room', [9, 8, 7], [3, 2, 1], 3],
  ['nothing was there', [1], [], 1],
])('a held list counts what came: %s', (_, now, held, news) => {
  expect(countNews(entries(...now), entries(...held))).toBe(news)
})

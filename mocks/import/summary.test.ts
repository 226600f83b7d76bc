import { expect, test } from 'vitest'
import { summaryLines } from './summary.ts'

test('a summary names what was taken in plain words, and no kind of which there was nothing', () => {
  const taken = { optionLists: 10, files: 0, uploadParts: 2, entities: 1200 }

  expect(summaryLines({ taken, changed: [], skipped: [] })).toEqual([
    'Taken: 10 option lists, 2 upload parts, 1,200 entities.',
  ])
  expect(summaryLines({ taken: {}, changed: [], skipped: [] })).toEqual(['Taken: nothing.'])
})

import { expect, test } from 'vitest'
import { summaryLines } from './summary.ts'

test('a summary names the kinds that were imported, and omits those without records', () => {
  const imported = { optionLists: 10, files: 0, uploadParts: 2, entities: 1200 }

  expect(summaryLines({ imported, changed: [], skipped: [] })).toEqual([
    'Imported: 10 option lists, 2 upload parts, 1,200 entities.',
  ])
  expect(summaryLines({ imported: {}, changed: [], skipped: [] })).toEqual(['Imported: nothing.'])
})

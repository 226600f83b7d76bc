import { expect, test } from 'vitest'
import { summaryLines } from './import-summary.ts'

test('a summary names the kinds that were imported, and omits those without records', () => {
  const imported = { optionLists: 10, files: 0, uploadParts: 2, entities: 1200 }

  expect(summaryLines({ imported, changed: [], skipped: [] })).toEqual([
    'Imported: 10 option lists, 2 upload parts, 1,200 entities.',
  ])
  expect(summaryLines({ imported: { entities: 1, uploadParts: 1 }, changed: [], skipped: [] })).toEqual([
    'Imported: 1 entity, 1 upload part.',
  ])
  expect(summaryLines({ imported: {}, changed: [], skipped: [] })).toEqual(['Imported: nothing.'])
})

test('a note that occurs more often than at the places it names says how often', () => {
  const skipped = [
    { text: 'Skipped.', count: 20, places: ['schema/Book.json'] },
    { text: 'Once.', count: 1, places: ['items.3'] },
  ]

  expect(summaryLines({ imported: {}, changed: [], skipped }).slice(1)).toEqual([
    'Skipped: Skipped. (schema/Book.json; 20 times)',
    'Skipped: Once. (items.3)',
  ])
})

import { expect, test } from 'vitest'
import { doubleMeanings, exportedNames, readExportedNames } from './exported-names.ts'
import { readImports } from './imports.ts'

test('an exported name has one meaning', () => {
  // The names of the contract are made of those of what it is about.
  const files = [...readImports(['mocks', 'web']).keys()].filter((file) => !file.endsWith('/operations.ts'))

  expect(doubleMeanings(readExportedNames(files))).toEqual([])
})

test('a second meaning is found, a schema and its type are one', () => {
  const names = [
    exportedNames(
      'mocks/a.ts',
      'export const Draft = z.object({})\nexport type Draft = z.infer<typeof Draft>',
    ),
    exportedNames('web/b.ts', 'export interface Draft {}\nexport function get() {}'),
    exportedNames('mocks/c.ts', 'export async function given() {}'),
    exportedNames('mocks/d.ts', 'export const given = 1'),
  ].flat()

  expect(doubleMeanings(names)).toEqual([
    'Draft: mocks/a.ts, web/b.ts',
    'given in mocks: mocks/c.ts, mocks/d.ts',
  ])
})

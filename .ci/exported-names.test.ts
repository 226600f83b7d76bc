import { expect, test } from 'vitest'
import { duplicateNames, exportedNames, readExportedNames } from './exported-names.ts'
import { readImports } from './imports.ts'

test('an exported name has one meaning', () => {
  // operations.ts is generated from the contract, and repeats the names of the service.
  const files = [...readImports(['mocks', 'web']).keys()].filter((file) => !file.endsWith('/operations.ts'))

  expect(duplicateNames(readExportedNames(files))).toEqual([])
})

test('a name of several files is reported, a schema and its type in one file are not', () => {
  const names = [
    exportedNames(
      'mocks/a.ts',
      'export const Draft = z.object({})\nexport type Draft = z.infer<typeof Draft>',
    ),
    exportedNames('web/b.ts', 'export interface Draft {}\nexport function get() {}'),
    exportedNames('mocks/c.ts', 'export async function given() {}'),
    exportedNames('mocks/d.ts', 'export const given = 1'),
  ].flat()

  expect(duplicateNames(names)).toEqual([
    'Draft: mocks/a.ts, web/b.ts',
    'given in mocks: mocks/c.ts, mocks/d.ts',
  ])
})

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './command.ts'
import { forbiddenImports, readImports, readLayers } from './imports.ts'

const layers = readLayers(readFileSync(resolve(root, 'ARCHITECTURE.md'), 'utf8'))

test('imports follow the table of ARCHITECTURE.md, types included', () => {
  expect(forbiddenImports(readImports(['mocks', 'web']), layers)).toEqual([])
})

test('an import across the layers, of a test, of an unknown folder, or of another feature is reported', () => {
  const imports = new Map([
    [
      'mocks/data/store/a.ts',
      ['mocks/data/store/b.ts', 'mocks/data/model/c.ts', 'mocks/data/store/b.test.ts', 'mocks/testing/d.ts'],
    ],
    ['mocks/data/model/c.ts', ['mocks/data/store/a.ts']],
    ['mocks/data/model/c.test.ts', ['mocks/doors/node/e.ts']],
    ['web/features/graph/f.ts', ['web/features/graph/g.ts', 'web/features/copy/h.ts', 'web/unknown/i.ts']],
    ['web/routes.ts', ['web/features/copy/h.ts']],
  ])

  expect(forbiddenImports(imports, layers)).toEqual([
    'mocks/data/store/a.ts -> mocks/data/model/c.ts',
    'mocks/data/store/a.ts -> mocks/data/store/b.test.ts',
    'mocks/data/store/a.ts -> mocks/testing/d.ts',
    'web/features/graph/f.ts -> web/features/copy/h.ts',
    'web/features/graph/f.ts -> web/unknown/i.ts',
  ])
})

test('a row of the table is a room, its folders with what each may import, and what all of them may', () => {
  const [service, api, room] = readLayers(
    '| `mocks/service` | Not `read`. | `http`, `api` (`http` `mocks/data/store`), `.` (`api`) | `mocks/sandbox` |',
  )

  expect(service).toEqual({ folder: 'mocks/service/http', mayImport: ['mocks/sandbox'] })
  expect(api?.mayImport).toEqual(['mocks/service/http', 'mocks/data/store', 'mocks/sandbox'])
  expect(room).toEqual({ folder: 'mocks/service', mayImport: ['mocks/service/api', 'mocks/sandbox'] })
})

import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './command.ts'
import { forbiddenImports, importCycle, readImports, readLayers } from './imports.ts'

const layers = readLayers(readFileSync(resolve(root, 'ARCHITECTURE.md'), 'utf8'))
const imports = readImports(['mocks', 'web'])

test('imports follow the table of ARCHITECTURE.md, types included', () => {
  expect(forbiddenImports(imports, layers)).toEqual([])
})

test('there are no import cycles, types included', () => {
  expect(importCycle(imports)).toEqual([])
})

test('no folder contains more than twenty files, tests aside', () => {
  const product = [...imports.keys()].filter((file) => !/\.test(-d)?\./.test(file))
  const sizes = new Map<string, number>()

  for (const file of product) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1)

  expect([...sizes].filter(([, size]) => size > 20)).toEqual([])
})

test('the layers of the table have no cycles', () => {
  const edges = new Map(layers.map(({ folder, mayImport }) => [folder, mayImport]))

  expect(importCycle(edges)).toEqual([])
})

test('an import across the layers, a file outside them and a cycle are reported', () => {
  const bad = new Map([
    ['mocks/store/a.ts', ['mocks/model/b.ts']],
    ['mocks/model/b.ts', ['mocks/model/c.ts']],
    ['mocks/model/c.ts', ['mocks/model/b.ts']],
    ['elsewhere/d.ts', []],
  ])

  expect(forbiddenImports(bad, layers)).toEqual([
    'mocks/store/a.ts -> mocks/model/b.ts',
    'elsewhere/d.ts belongs to no layer',
  ])
  expect(importCycle(bad)).toEqual(['mocks/model/b.ts', 'mocks/model/c.ts', 'mocks/model/b.ts'])
})

test('a feature of the console that imports another one is reported', () => {
  const bad = new Map([
    ['web/features/graph/a.ts', ['web/features/graph/b.ts', 'web/features/copy/c.ts']],
    ['web/features/graph/b.ts', []],
    ['web/features/copy/c.ts', []],
  ])

  expect(forbiddenImports(bad, layers)).toEqual(['web/features/graph/a.ts -> web/features/copy/c.ts'])
})

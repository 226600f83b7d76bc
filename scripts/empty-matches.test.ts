import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './command.ts'

const tests = ['mocks', 'web', 'e2e'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .map((path) => join(folder, path)),
)
/** The beginning of a partial match, to an empty object in it. */
const emptyMatch = /toMatchObject\((?:(?!\n\n|expect\()[^])*?: \{\}/g

test('no test matches objects with {}, which matches all of them (emptyObject matches empty ones)', () => {
  const found = tests.flatMap((path) =>
    Array.from(readFileSync(join(root, path), 'utf8').matchAll(emptyMatch), ([text]) => `${path}: ${text}`),
  )

  expect(tests.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../command.ts'

/** Full paths only. CONTRIBUTING.md is not checked, since it names files that a change would add. */
const named = /`((?:mocks|web|e2e|bench|docs|examples|\.ci|scripts)\/[\w./-]+)`/g

test('every file that a page names exists', () => {
  const pages = readdirSync(resolve(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path))
  const missing = [
    'README.md',
    'ARCHITECTURE.md',
    'SECURITY.md',
    'skills/entity-sandbox/SKILL.md',
    ...pages,
  ].flatMap((page) =>
    Array.from(readFileSync(resolve(root, page), 'utf8').matchAll(named), ([, path = '']) => path)
      .filter((path) => !existsSync(resolve(root, path)))
      .map((path) => `${path} in ${page}`),
  )

  expect(missing).toEqual([])
})

test('no page names a tarball of a version, which the next release does not have', () => {
  const pages = ['README.md', ...readdirSync(resolve(root, 'docs')).map((name) => join('docs', name))]
  const named = pages
    .filter((page) => page.endsWith('.md'))
    .filter((page) => /entity-sandbox-\d[\w.-]*\.tgz/.test(readFileSync(resolve(root, page), 'utf8')))

  expect(named).toEqual([])
})

test('every file of the code that a page for developers names, without its folder, exists', () => {
  const files = ['mocks', 'web'].flatMap((folder) => {
    return readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
  })
  const missing = ['ARCHITECTURE.md', 'docs/internals/parts.md'].flatMap((page) =>
    Array.from(
      readFileSync(resolve(root, page), 'utf8').matchAll(/`([\w-]+\.tsx?)`/g),
      ([, name = '']) => name,
    )
      .filter((name) => !files.some((file) => basename(file) === name))
      .map((name) => `${name} in ${page}`),
  )

  expect(missing).toEqual([])
})

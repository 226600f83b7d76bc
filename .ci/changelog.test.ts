import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { notesOf, release } from './changelog.ts'
import { root } from './command.ts'

const before = `# Changelog

## [Unreleased]

### Added

- A clock.

## [0.1.0] - 2026-11-01
`

test('unreleased changes are moved under the new version', () => {
  expect(release(before, '0.2.0', '2026-11-21')).toBe(`# Changelog

## [Unreleased]

## [0.2.0] - 2026-11-21

### Added

- A clock.

## [0.1.0] - 2026-11-01
`)
})

test('a release without changes is rejected', () => {
  const released = release(before, '0.2.0', '2026-11-21')

  expect(() => release(released, '0.3.0', '2026-11-22')).toThrow('nothing under')
})

test('a changelog without a heading for unreleased changes is rejected', () => {
  expect(() => release('# Changelog\n', '0.2.0', '2026-11-21')).toThrow('no heading')
})

test('the notes of a release are the text under its heading', () => {
  const released = release(before, '0.2.0', '2026-11-21')

  expect(notesOf(released, '0.2.0')).toBe('### Added\n\n- A clock.')
  expect(() => notesOf(released, '0.3.0')).toThrow('no heading')
})

test('the changelog contains no merge conflict markers', () => {
  expect(readFileSync(resolve(root, 'CHANGELOG.md'), 'utf8')).not.toMatch(/^(<{7}|={7}|>{7})/m)
})

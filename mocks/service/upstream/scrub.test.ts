import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { defaultScrubRules, Scrubber, ScrubRules } from './scrub.ts'

test('the documentation lists the built-in rules', async () => {
  const text = await readFile('docs/beside-the-real-service.md', 'utf8')
  const [, rules = ''] = /```json\n(\[[^`]*\])\n```/.exec(text) ?? []

  expect(ScrubRules.parse(JSON.parse(rules))).toEqual(defaultScrubRules)
})

test('names are replaced in every culture, but not those of the users that every sandbox has', () => {
  const scrubber = new Scrubber(defaultScrubRules)

  expect(
    scrubber.value({
      FirstName: { 'en-US': 'Ann', 'de-DE': 'Anna' },
      Username: 'admin',
      Title: 'Ann',
      LastName: 'Ann',
    }),
  ).toEqual({
    FirstName: { 'en-US': 'person-1', 'de-DE': 'person-2' },
    Username: 'admin',
    Title: 'Ann',
    LastName: 'person-1',
  })
})

test('versions are kept, although they look like IP addresses', () => {
  const scrubber = new Scrubber(defaultScrubRules)
  const kept = { file_version: '4.2.0.0', ApiVersion: '4.2.0.0', versions: ['3.0.0.0'] }

  expect(scrubber.value(kept)).toBe(kept)
  expect(scrubber.value({ conversion: '10.0.0.1', host: '10.0.0.1' })).toEqual({
    conversion: '192.0.2.1',
    host: '192.0.2.1',
  })
})

test('a value in which nothing is replaced is returned as it is', () => {
  const value = { a: [1, null, 'x', { b: 'y' }] }

  expect(new Scrubber(defaultScrubRules).value(value)).toBe(value)
})

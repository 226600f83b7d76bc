import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Citation, citationsIn, readCitations } from './citations.ts'
import { root } from '../command.ts'
import { implementationsOf, citable, decisionsOn, rulesIn, testsOf, coverageOf } from './interface-rules.ts'

describe('docs/interface.md', () => {
  const file = resolve(root, 'docs/interface.md')
  const document = readFileSync(file, 'utf8')
  const rules = rulesIn(document)
  const definite = rules.filter(({ isOpen }) => !isOpen)
  const citations = readCitations()

  test('has every cited rule', () => {
    const ids = citable(rules)

    expect(
      citations.filter(({ id }) => !ids.has(id)).map(({ id, file }) => `interface ${id} in ${file}`),
    ).toEqual([])
  })

  test('has no rule without an implementation', () => {
    expect(
      definite.filter(({ id }) => implementationsOf(id, citations).length === 0).map(({ id }) => id),
    ).toEqual([])
  })

  test('has no rule without a test', () => {
    expect(definite.filter(({ id }) => testsOf(id, citations).length === 0).map(({ id }) => id)).toEqual([])
  })

  test('leaves no rule open without a decision on it', () => {
    const open = rules.filter(({ isOpen }) => isOpen)

    expect(open.filter(({ id }) => decisionsOn(id, citations).length === 0).map(({ id }) => id)).toEqual([])
  })

  test('has a page that links each rule to its implementations and tests', async () => {
    // To bring the file up to date: npm run generate
    await expect(coverageOf(document, citations)).toMatchFileSnapshot(
      resolve(root, 'docs/internals/interface-coverage.md'),
    )
  })
})

const comment = `/**
 * Applies what is nested (interface
 * 4.2.4); see interface 4.1.4, 4.1.5 and 9.2, too.
 */
`

test('a citation is found across lines', () => {
  expect(citationsIn('a.ts', comment)).toEqual(
    ['4.2.4', '4.1.4', '4.1.5', '9.2'].map((id) => ({ id, file: 'a.ts', name: undefined })),
  )
})

test('a range cites each rule in it', () => {
  const ids = citationsIn('a.ts', '// interface 4.2.1 to 4.2.4').map(({ id }) => id)

  expect(ids).toEqual(['4.2.1', '4.2.2', '4.2.3', '4.2.4'])
})

test('a citation in the title of a test has that title', () => {
  const text = `test.each(['a'])('says "%s" (interface 3.1)', () => {})`

  expect(citationsIn('a.test.ts', text)).toEqual([{ id: '3.1', file: 'a.test.ts', name: 'says "%s"' }])
})

test('a citation says whether something differs from the rule', () => {
  const cited = citationsIn(
    'docs/internals/interface-decisions.md',
    '# All\n\n(differs from interface 3.1), interface 3.2',
  )

  expect(cited.map(({ id, differs = false }) => [id, differs])).toEqual([
    ['3.1', true],
    ['3.2', false],
  ])
})

const page = `# The interface

## 3. States

<a id="3.1"></a>**3.1** There are four colours.

## 4. Endpoints

<a id="4.1"></a>**4.1** *left open* Everything else.
`

test('each rule has its present citations', () => {
  const decisions = 'docs/internals/interface-decisions.md'
  const citations: Citation[] = [
    { id: '3.1', file: decisions, name: 'Colours', differs: true },
    { id: '3.1', file: 'mocks/colour.ts', name: undefined },
    { id: '3.1', file: 'web/badge.tsx', name: undefined },
    { id: '3.1', file: 'mocks/colour.test.ts', name: 'colours are [four]' },
    { id: '4.1', file: decisions, name: 'All else' },
  ]

  expect(coverageOf(page, citations).replace(/^.*?(?=## )/s, '')).toBe(`## 3. States

[3.1](../interface.md#3.1)

- Differences are accepted in [Colours](interface-decisions.md#colours)
- Implemented by [colour.ts](../../mocks/colour.ts)
- Tested by [colours are \\[four\\]](../../mocks/colour.test.ts)

## 4. Endpoints

[4.1](../interface.md#4.1)

- Settled in [All else](interface-decisions.md#all-else)
`)
})

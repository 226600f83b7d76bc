import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Citation, citationsIn, readCitations } from './citations.ts'
import { root } from '../command.ts'
import { implementationsOf, citable, decisionsOn, rulesIn, testsOf, withLinks } from './interface-rules.ts'

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

  test('links each rule to its implementations and tests', async () => {
    // To bring the file up to date: npm run generate
    await expect(withLinks(document, citations)).toMatchFileSnapshot(file)
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
    'docs/interface-decisions.md',
    '# All\n\n(differs from interface 3.1), interface 3.2',
  )

  expect(cited.map(({ id, differs = false }) => [id, differs])).toEqual([
    ['3.1', true],
    ['3.2', false],
  ])
})

const page = `# The interface

<a id="3.1"></a>**3.1** There are four colours.

- Tested by [nothing any more](../mocks/gone.test.ts)

## 4. Endpoints

<a id="4.1"></a>**4.1** *left open* Everything else.
`

test('links below a rule are replaced by its present citations', () => {
  const citations: Citation[] = [
    { id: '3.1', file: 'docs/interface-decisions.md', name: 'Colours', differs: true },
    { id: '3.1', file: 'mocks/colour.ts', name: undefined },
    { id: '3.1', file: 'web/badge.tsx', name: undefined },
    { id: '3.1', file: 'mocks/colour.test.ts', name: 'colours are [four]' },
    { id: '4.1', file: 'docs/interface-decisions.md', name: 'All else' },
  ]

  expect(withLinks(page, citations)).toBe(`# The interface

<a id="3.1"></a>**3.1** There are four colours.

- Differences are accepted in [Colours](interface-decisions.md#colours)
- Implemented by [colour.ts](../mocks/colour.ts)
- Tested by [colours are \\[four\\]](../mocks/colour.test.ts)

## 4. Endpoints

<a id="4.1"></a>**4.1** *left open* Everything else.

- Settled in [All else](interface-decisions.md#all-else)
`)
})

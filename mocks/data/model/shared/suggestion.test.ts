import { expect, test } from 'vitest'
import { suggestion, suggestionOrList } from './suggestion.ts'

test.each([
  ['titel', ['Course', 'Title'], 'Did you mean "Title"?'],
  ['=', ['==', '!='], 'Did you mean "=="?'],
  ['x', ['b'], ''],
  ['', ['b'], ''],
  ['t'.repeat(61), ['t'.repeat(60)], ''],
])('the suggestion for "%s" among %j is %j', (given, names, expected) => {
  expect(suggestion(given, names)).toBe(expected)
})

test('names are listed where none is similar, unless they are many', () => {
  expect(suggestionOrList('x', ['Course', 'Title'])).toBe('Available: Course, Title.')
  expect(
    suggestionOrList(
      'x',
      Array.from({ length: 21 }, (_, index) => `name ${index}`),
    ),
  ).toBe('')
})

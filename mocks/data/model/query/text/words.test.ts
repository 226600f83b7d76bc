import { expect, test } from 'vitest'
import { matcherOf } from './words.ts'

test.each([
  ['*our*', 'harbours', true],
  ['*our', 'harbours', false],
  ['h*b?ur', 'harbour', true],
  ['a*ab*b', 'aaabab', true],
  ['a*ab*b', 'aab', false],
  ['?', '', false],
  ['**', '', true],
  ['*our', 'harbour', true],
  ['har*', 'harbour', true],
  ['harbour', 'harbour', true],
  ['harbour', 'harbours', false],
])('a word matches a pattern with wildcards: %s, %s', (pattern, word, isMatch) => {
  expect(matcherOf(pattern)(word)).toBe(isMatch)
})

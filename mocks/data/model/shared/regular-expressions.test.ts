import { beforeAll, expect, test } from 'vitest'
import { canMatch, loadRegularExpressions, matches } from './regular-expressions.ts'

beforeAll(loadRegularExpressions)

test.each([
  ['^[A-Z]{3}-[0-9]{5,6}$', 'ABC-12345', true],
  ['^[A-Z]{3}-[0-9]{5,6}$', 'ABC-1', false],
  [String.raw`\u0041\/(?<name>b)`, 'A/b', true],
  [String.raw`^[\p{L}\s-]+$`, 'Zoë Ärger', true],
])('whether %s matches "%s" is %s', (expression, text, expected) => {
  expect(matches(expression, text)).toBe(expected)
})

test.each(['(?=a)b', '(?<!a)b', String.raw`(a)\1`, 'a{1,5000}', '(', 'a'.repeat(2000)])(
  '%s is not matched, since it has no linear-time match',
  (expression) => {
    expect(canMatch(expression)).toBe(false)
    expect(matches(expression, 'ab')).toBeUndefined()
  },
)

test.each(['^(a+)+$', '^(a|a)*$', '(a*)*b', '(.*)(.*)(.*)(.*)(.*)[^a]$', '(a{0,500}b){0,2}$'])(
  '%s is matched without catastrophic backtracking',
  (expression) => {
    const start = performance.now()

    matches(expression, `${'a'.repeat(50_000)}!`)

    expect(performance.now() - start).toBeLessThan(5000)
  },
)

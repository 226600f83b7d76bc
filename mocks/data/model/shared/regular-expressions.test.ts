import * as fc from 'fast-check'
import { RE2JS } from 're2js'
import { beforeAll, expect, test } from 'vitest'
import {
  loadExpressionEngine,
  matches,
  sizeOfExpression,
  uncheckedExpressionMessage,
} from './regular-expressions.ts'

beforeAll(loadExpressionEngine)

test.each([
  ['^[A-Z]{3}-[0-9]{5,6}$', 'ABC-12345', true],
  ['^[A-Z]{3}-[0-9]{5,6}$', 'ABC-1', false],
  [String.raw`\u0041\/(?<name>b)`, 'A/b', true],
  [String.raw`^[\p{L}\s-]+$`, 'Zoë Ärger', true],
])('whether %s matches "%s" is %s', (expression, text, expected) => {
  expect(matches(expression, text)).toBe(expected)
})

test.each([
  ['(?=a)b', 'invalid or unsupported Perl syntax: `(?=`'],
  ['(?<!a)b', 'invalid named capture: `(?<!a)b`'],
  [String.raw`(a)\1`, 'invalid escape sequence: `\\1`'],
  ['a{1,5000}', 'invalid repeat count: `{1,5000}`'],
  ['a'.repeat(2000), 'it is too large'],
])('%s is not matched, since it has no linear-time match, with the reason', (expression, reason) => {
  expect(uncheckedExpressionMessage(expression)).toContain(`in linear time (${reason})`)
  expect(matches(expression, 'ab')).toBeUndefined()
})

test.each([String.raw`^a\Z`, String.raw`\\\Ga`, String.raw`(?<n>a)\k<n>`, String.raw`[\e]`, String.raw`a\8`])(
  '%s is not matched: its escape is of another dialect, and does not stand for the letter',
  (expression) => {
    expect(uncheckedExpressionMessage(expression)).toContain(
      'of another dialect (unknown escape sequence: `\\',
    )
    expect(matches(expression, 'aZ')).toBeUndefined()
  },
)

test.each([
  [String.raw`\A\d\.\x41\u{42}\cI\0\s\-\z`, '1.AB\t\0 -'],
  [String.raw`^\\Z$`, String.raw`\Z`],
  [String.raw`^\p{Lu}\P{Lu}\w\W\b\D\Sx\t\n\r\f\v$`, 'Aab-cdx\t\n\r\f\v'],
])('the escapes of %s are known', (expression, text) => {
  expect(matches(expression, text)).toBe(true)
})

test.each([
  ['^97[89', 'missing closing ]: `[89`'],
  ['(a', 'missing closing ): `(a`'],
  ['a)', 'unexpected )'],
  ['*a', 'missing argument to repetition operator: `*`'],
  ['a\\', 'trailing backslash'],
  ['[z-a]', 'invalid character class range: `z-a`'],
  ['a**', 'invalid nested repetition operator: `**`'],
])('%s is said to be no valid regular expression, with the reason', (expression, reason) => {
  expect(uncheckedExpressionMessage(expression)).toContain(`it is no valid regular expression (${reason}`)
  expect(matches(expression, 'ab')).toBeUndefined()
})

test.each(['^(a+)+$', '^(a|a)*$', '(a*)*b', '(.*)(.*)(.*)(.*)(.*)[^a]$', '(a{0,500}b){0,2}$'])(
  '%s is matched without catastrophic backtracking',
  (expression) => {
    const start = performance.now()

    matches(expression, `${'a'.repeat(50_000)}!`)

    expect(performance.now() - start).toBeLessThan(5000)
  },
)

test.each([
  ['^[A-Z]{3}-[0-9]{5,6}$', 12],
  [String.raw`(\p{L}{0,30}){0,30}`, 1020],
  ['(((a{10}){10}){10})', 1111],
  [String.raw`[{9}]\{9}(?:a|b){2,}`, 16],
])('the size of %s, with its counts multiplied out, is %i', (expression, size) => {
  expect(sizeOfExpression(expression)).toBe(size)
})

test('an expression compiles to at most some multiple of its size', () => {
  const atom = fc.constantFrom('a', '.', String.raw`\w`, '[a-z]', String.raw`\p{L}`, 'b?', 'c*', 'd|e')
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { depthSize: 'small' },
      atom,
      fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => one + other),
      fc
        .tuple(tie('expression'), fc.nat(6), fc.nat(12))
        .map(([inner, least, more]) => `(${inner}){${least},${least + more}}`),
    ),
  }))

  fc.assert(
    fc.property(expression, (text) => {
      const size = sizeOfExpression(text)

      fc.pre(uncheckedExpressionMessage(text) === undefined)
      expect(RE2JS.compile(text).programSize()).toBeLessThanOrEqual(10 + 4 * size)
    }),
  )
})

test('an expression of many nested counts is not compiled', () => {
  const expression = `(${'(?:'.repeat(3)}a${'{0,90})'.repeat(3)})`

  expect(uncheckedExpressionMessage(expression)).toContain('in linear time')
})

import { expect, test } from 'vitest'
import { slowExpressions, slowExpressionsIn } from './slow-expressions.ts'

test('no regular expression of the product takes more than linear time', () => {
  expect(slowExpressions(['mocks', 'web'])).toEqual([])
})

test.each(['/^(a+)+$/', String.raw`/\s+$/`, '/[?#].*$/', '/^(.*?),(.*?)$/'])(
  '%s is reported',
  (expression) => {
    expect(slowExpressionsIn('a.tsx', `const element = <p>{text.search(${expression})}</p>`)).toEqual([
      `a.tsx: ${expression}`,
    ])
  },
)

test.each([String.raw`/(?<!\s)\s+$/`, '/[?#][^]*/'])('%s is not reported', (expression) => {
  expect(slowExpressionsIn('a.ts', `text.search(${expression})`)).toEqual([])
})

import { expect, test } from 'vitest'
import { allOf, conditionsOf, ofDefinition, ofWords, quoted, splitExpression } from './query-text.ts'

test.each([
  ['', []],
  ["Id==1 AND (A=='x' OR B=='y') and C=='z'", ['Id==1', "(A=='x' OR B=='y')", "C=='z'"]],
  ["Title=='salt AND pepper' AND Id==1", ["Title=='salt AND pepper'", 'Id==1']],
  ["Title=='cook''s AND' AND Id==1", ["Title=='cook''s AND'", 'Id==1']],
  ["Title=='cook\\'s AND' AND Id==1", ["Title=='cook\\'s AND'", 'Id==1']],
  ["Id==1 AND Title=='x' OR Id==2", ["Id==1 AND Title=='x' OR Id==2"]],
])('the conditions of %s are those that AND joins, unless OR does', (expression, conditions) => {
  expect(conditionsOf(expression)).toEqual(conditions)
})

test('an expression with OR is put in parentheses when a condition is added', () => {
  expect(allOf(['Id==1 OR Id==2', "Title=='x'"])).toBe("(Id==1 OR Id==2) AND Title=='x'")
  expect(allOf(['Id==1 OR Id==2'])).toBe('Id==1 OR Id==2')
})

test.each(['sun', "cook's", '1000', 'salt AND pepper', String.raw`C:\temp`, 'C:\\', String.raw`\'' AND \\`])(
  '%s is read from the condition that it becomes',
  (words) => {
    const others = ["String('Title') contains 'a'"]

    expect(splitExpression(allOf([ofDefinition('M.Tag'), ofWords(words), ...others]))).toEqual({
      definition: 'M.Tag',
      words,
      others,
    })
  },
)

test('quotes and backslashes of a text are escaped', () => {
  expect(quoted(String.raw`a'b\c`)).toBe(String.raw`'a''b\\c'`)
})

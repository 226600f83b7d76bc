import { expect, test } from 'vitest'
import { readValidJson, readJson } from './read-json.ts'

test('JSON is parsed', () => {
  expect(readJson('{"a": [1, "two", null, {"b": -0.5e3}], "": {}}')).toEqual({
    a: [1, 'two', null, { b: -500 }],
    '': {},
  })
})

test.each([
  ['', 'unexpected end'],
  [' \n', 'unexpected end'],
  ['{"properties":', 'unexpected end'],
  ['[1, 2', 'unexpected end'],
  ['{"a": 1,}', 'unexpected "}" at line 1, column 9'],
  ['[1,]', 'unexpected "]" at line 1, column 4'],
  ['[1}', 'unexpected "}" at line 1, column 3'],
  ['{a: 1}', 'unexpected "a" at line 1, column 2'],
  ["{'a': 1}", 'unexpected "\'" at line 1, column 2'],
  ['{"a" 1}', 'unexpected "1" at line 1, column 6'],
  ['{\n  "a": tru\n}', 'unexpected "t" at line 2, column 8'],
  ['{"a": "no end', 'unexpected "\\"" at line 1, column 7'],
  ['{"a": "a\nb"}', 'unexpected "\\"" at line 1, column 7'],
  [String.raw`["\x"]`, 'unexpected "\\"" at line 1, column 2'],
  ['01', 'unexpected "1" at line 1, column 2'],
  ['1 2', 'unexpected "2" at line 1, column 3'],
  ['{} {}', 'unexpected "{" at line 1, column 4'],
  ['[1 : 2]', 'unexpected ":" at line 1, column 4'],
  ['['.repeat(50_000), 'it is nested more than 1000 levels deep'],
  [`[${'1,'.repeat(60_000)}`, 'it is invalid, and too long to find where'],
  [`${' '.repeat(3000)}?`, 'unexpected "?" at line 1, column 3001'],
])('text that is not JSON is rejected with the same message by every engine: %j', (text, message) => {
  expect(() => readJson(text)).toThrow(new SyntaxError(message))
})

test.each([
  [String.raw`"\ud800"`, 'The text is not valid Unicode: it contains a lone surrogate.'],
  [String.raw`{"a": "\ud800"}`, 'a: The text is not valid Unicode: it contains a lone surrogate.'],
  ['['.repeat(100_000) + ']'.repeat(100_000), 'The JSON is nested more than 1000 levels deep.'],
])('readValidJson() rejects %.20s, with the path of the problem', (text, message) => {
  expect(() => readValidJson(text)).toThrow(new SyntaxError(message))
})

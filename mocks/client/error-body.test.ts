import { expect, test } from 'vitest'
import { parseErrorBody } from './client.ts'

test.each([
  ['a message', '{"Message":"No such entity."}', ['No such entity.'], {}],
  [
    'an unexpected error',
    '{"Message":"An error occurred.","ExceptionMessage":"x is undefined"}',
    ['An error occurred.', 'x is undefined'],
    {},
  ],
  [
    'the members of a 400',
    '{"identifier":"Expected a text.","properties.Width":"Expected a number."}',
    ['identifier: Expected a text.', 'properties.Width: Expected a number.'],
    { identifier: 'Expected a text.', 'properties.Width': 'Expected a number.' },
  ],
  ['an error of another server', '{"status":404,"error":"Not Found"}', [], {}],
  ['an array', '["a"]', [], {}],
  ['a body that is not JSON', '<h1>Bad gateway</h1>', [], {}],
  ['an empty body', '', [], {}],
])('parseErrorBody: %s', (_, text, lines, failures) => {
  expect(parseErrorBody(text)).toEqual({ lines, failures })
})

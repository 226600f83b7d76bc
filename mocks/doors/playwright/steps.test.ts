import { expect, test } from 'vitest'
import { locationIn } from './page-sandbox.ts'

test.each([
  ['    at /app/a.spec.ts:7:31', '/app/a.spec.ts'],
  ['    at async /my tests/a.spec.ts:7:31', '/my tests/a.spec.ts'],
  ['    at Object.<anonymous> (/my tests/(shop)/a.spec.ts:7:31)', '/my tests/(shop)/a.spec.ts'],
  ['    at async Page.open (file:///my%20tests/a.spec.ts:7:31)', '/my tests/a.spec.ts'],
])('the frame %j is in the file %j', (frame, file) => {
  expect(locationIn(frame)).toEqual({ file, line: 7, column: 31 })
})

test.each(['    at Promise.all (index 0)', '    at <anonymous>', '    at native'])(
  'the frame %j is in no file',
  (frame) => {
    expect(locationIn(frame)).toBeUndefined()
  },
)

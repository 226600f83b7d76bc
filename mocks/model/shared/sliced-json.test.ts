import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson } from './read-json.ts'
import { parseSlicedJson } from './sliced-json.ts'
import { runSync } from './slices.ts'

test('JSON that is parsed in slices equals the result of JSON.parse()', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 1, 2), (text, indent) => {
      const written = JSON.stringify(JSON.parse(text), null, indent)

      expect(runSync(parseSlicedJson(written))).toEqual(JSON.parse(written))
    }),
  )
})

test.each([
  '',
  '{',
  '[1,]',
  '[1 2]',
  '{"a":1,}',
  '{"a" 1}',
  '{1:1}',
  '{"a":[1]]}',
  '{"a":[{"b":"}]}',
  '[1]2',
  '[[]',
  '"a',
  '{"a":[1,[2}]}',
])('%s is rejected with the error of readJson()', (text) => {
  const error = thrownBy(() => readJson(text))

  expect(error).toBeInstanceOf(SyntaxError)
  expect(thrownBy(() => runSync(parseSlicedJson(text)))).toEqual(error)
})

test.each(['{"a":1,"b":2,"a":3}', '{"__proto__":[{"a":1}]}', '{"a":[]}', '[{"a":"\\\\\\"]"},[]]', '[]', '7'])(
  '%s is parsed like JSON.parse(), with its members in order',
  (text) => {
    expect(JSON.stringify(runSync(parseSlicedJson(text)))).toBe(JSON.stringify(JSON.parse(text)))
  },
)

test('the parser yields after each record', () => {
  const records = Array.from({ length: 100 }, (_, id) => ({ id }))

  expect([...parseSlicedJson(JSON.stringify({ records }))].length).toBeGreaterThanOrEqual(100)
  expect([...parseSlicedJson(JSON.stringify(records))].length).toBeGreaterThanOrEqual(100)
})

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

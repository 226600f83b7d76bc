import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseInPieces } from './json-in-pieces.ts'
import { readJson } from './read-json.ts'
import { runSync } from './slices.ts'

test('JSON read in pieces is what JSON.parse() reads', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 1, 2), (text, indent) => {
      const written = JSON.stringify(JSON.parse(text), null, indent)

      expect(runSync(parseInPieces(written))).toEqual(JSON.parse(written))
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
])('%s is refused in the words of all JSON', (text) => {
  const refusal = thrownBy(() => readJson(text))

  expect(refusal).toBeInstanceOf(SyntaxError)
  expect(thrownBy(() => runSync(parseInPieces(text)))).toEqual(refusal)
})

test.each(['{"a":1,"b":2,"a":3}', '{"__proto__":[{"a":1}]}', '{"a":[]}', '[{"a":"\\\\\\"]"},[]]', '[]', '7'])(
  '%s is read member by member as JSON.parse() does',
  (text) => {
    expect(JSON.stringify(runSync(parseInPieces(text)))).toBe(JSON.stringify(JSON.parse(text)))
  },
)

test('it stops after each record', () => {
  const records = Array.from({ length: 100 }, (_, id) => ({ id }))

  expect([...parseInPieces(JSON.stringify({ records }))].length).toBeGreaterThanOrEqual(100)
  expect([...parseInPieces(JSON.stringify(records))].length).toBeGreaterThanOrEqual(100)
})

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

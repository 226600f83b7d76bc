import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson, slicedJsonProblem } from './read-json.ts'
import { parseSlicedJson } from './sliced-json.ts'
import { runSync, type Sliced } from './slices.ts'

test('JSON that is parsed in slices equals the result of JSON.parse()', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 1, 2), (text, indent) => {
      const written = JSON.stringify(JSON.parse(text), null, indent)

      expect(parsed(written)).toEqual(JSON.parse(written))
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
  // These end within a string.
  '"\\',
  '["a\\',
  '{"a":"b\\"',
  '["\\\\',
  '[1,"',
])('%s is rejected with the error of readJson()', (text) => {
  const error = thrownBy(() => readJson(text))

  expect(error).toBeInstanceOf(SyntaxError)
  expect(thrownBy(() => parsed(text))).toEqual(error)
})

test.each(['{"a":1,"b":2,"a":3}', '{"__proto__":[{"a":1}]}', '{"a":[]}', '[{"a":"\\\\\\"]"},[]]', '[]', '7'])(
  '%s is parsed like JSON.parse(), with its members in order',
  (text) => {
    expect(JSON.stringify(parsed(text))).toBe(JSON.stringify(JSON.parse(text)))
  },
)

test('the parser yields after each record', () => {
  const records = Array.from({ length: 100 }, (_, id) => ({ id }))

  expect([...slices(JSON.stringify({ records }))].length).toBeGreaterThanOrEqual(100)
  expect([...slices(JSON.stringify({ log: { entries: records } }))].length).toBeGreaterThanOrEqual(100)
  expect([...slicedJsonProblem({ log: { entries: records } })].length).toBeGreaterThanOrEqual(100)
  expect([...slices(JSON.stringify(records))].length).toBeGreaterThanOrEqual(100)
})

test('a text of several pieces is decoded as a whole, wherever its characters and values are divided', () => {
  const long = 'a€😀'.repeat(2 ** 18)
  const escapes = '"\\'.repeat(2_000_000)
  const values = Array.from({ length: 50_000 }, (_, index) => [index, '€'.repeat(index % 7), { '😀': null }])
  const text = `\ufeff${JSON.stringify({ long, escapes, values, ' ': ' '.repeat(2 ** 21) }, null, 1)}`

  expect(JSON.stringify(parsed(text), null, 1) === text.slice(1)).toBe(true)
})

test('an error after the first piece is reported with its position', () => {
  expect(thrownBy(() => parsed(`["${'a'.repeat(2 ** 20)}",\n "b" "c"]`))).toEqual(
    new SyntaxError('unexpected "\\"" at line 2, column 6'),
  )
})

test('bytes that are not UTF-8 are rejected, wherever they are', () => {
  expect(() => runSync(parseSlicedJson(Uint8Array.of(0x22, 0xe2, 0x82)))).toThrow('it is not valid UTF-8')
  const text = new TextEncoder().encode(JSON.stringify(['a'.repeat(2 ** 20), 'b', 'c'.repeat(2 ** 20)]))

  text[2 ** 20 + 6] = 0xff
  expect(() => runSync(parseSlicedJson(text))).toThrow(new SyntaxError('it is not valid UTF-8'))
})

function parsed(text: string): unknown {
  return runSync(slices(text))
}

function slices(text: string): Sliced<unknown> {
  return parseSlicedJson(new TextEncoder().encode(text))
}

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

import { expect, test } from 'vitest'
import { readArguments, option } from './arguments.ts'

const options = [
  option('lease', { value: '<seconds>', isNumber: true, help: '' }),
  option('port', { value: '<number>', isNumber: true, help: '', env: 'PORT' }),
  option('open', { help: '' }),
]

const read = (argv: readonly string[], environment = {}) =>
  readArguments(argv, options, 0, environment).options

test.each([
  ['0.5', 0.5],
  ['-1', -1],
  ['+.5', 0.5],
  ['3.', 3],
  ['1e3', '1e3'],
  ['.', '.'],
  ['1.2.3', '1.2.3'],
])('a number may have decimals: %s', (text, expected) => {
  expect(read(['--lease', text])).toEqual({ lease: expected })
  expect(read([], { PORT: text })).toEqual({ port: expected })
})

test('only options without a value are negated by --no-', () => {
  expect(read(['--no-open'])).toEqual({ open: false })
  expect(() => read(['--no-port'])).toThrow("Unknown option '--no-port'.")
})

test.each([
  ['--open=1', '--open takes no value: remove "=1", or use --no-open.'],
  ['--no-open=1', '--no-open takes no value: remove "=1", or use --open.'],
])('%s is rejected, with what to use instead', (typed, message) => {
  expect(() => read([typed])).toThrow(message)
})

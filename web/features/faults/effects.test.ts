import { expect, test } from 'vitest'
import { faultOf, newFault, initialValues } from './effects.ts'

const fault = newFault({ path: '' })

test('the initial fault of the form responds to every request with 500', () => {
  expect(faultOf(fault)).toEqual({ match: {}, effect: { kind: 'response', status: 500 } })
})

test('a fault has the values of its form: numbers as numbers, and a body as JSON if it can be parsed', () => {
  expect(
    faultOf({ ...fault, method: 'PUT', path: '/api/*', values: { status: '409', body: '{"a": 1}' } }),
  ).toEqual({
    match: { method: 'PUT', path: '/api/*' },
    effect: { kind: 'response', status: 409, body: { a: 1 } },
  })
  expect(
    faultOf({ ...fault, kind: 'latency', values: initialValues('latency'), condition: 'nth', number: '2' }),
  ).toEqual({
    match: {},
    nth: 2,
    effect: { kind: 'latency', ms: 2000 },
  })
  expect(faultOf({ ...fault, values: { status: '200', body: 'null' } }).effect).toMatchObject({ body: null })
  expect(faultOf({ ...fault, values: { status: '200', body: 'plain' } }).effect).toMatchObject({
    body: 'plain',
  })
  expect(faultOf(newFault({ path: '', operation: 'Page' })).match).toEqual({ graphql: { operation: 'Page' } })
  expect(faultOf({ ...fault, condition: 'chance', number: '20' })).toMatchObject({ probability: 0.2 })
})

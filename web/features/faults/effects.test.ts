import { expect, test } from 'vitest'
import { faultOf, newFault, initialValues } from './effects.ts'

const fault = newFault('', '')

test('the fault that the form begins with responds to every request with 500', () => {
  expect(faultOf(fault)).toEqual({ match: {}, effect: { kind: 'answer', status: 500 } })
})

test('a fault has what its form says, numbers as numbers and a body as JSON where it is some', () => {
  expect(
    faultOf({ ...fault, method: 'PUT', path: '/api/*', values: { status: '409', body: '{"a": 1}' } }),
  ).toEqual({
    match: { method: 'PUT', path: '/api/*' },
    effect: { kind: 'answer', status: 409, body: { a: 1 } },
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
  expect(faultOf({ ...fault, condition: 'chance', number: '20' })).toMatchObject({ probability: 0.2 })
})

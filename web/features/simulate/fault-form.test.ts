import { expect, test } from 'vitest'
import { loadOnPage } from '../../testing/load-on-page.ts'

const { faultOf } = await loadOnPage(() => import('./fault-form.tsx'))

const texts = { method: '', path: '', status: '500', body: '' }

test('a fault without criteria applies to every request', () => {
  expect(faultOf('response', 'always', texts)).toEqual({
    match: {},
    effect: { kind: 'response', status: 500 },
  })
})

test('a fault has the values of its form: numbers as numbers, and a body as JSON if it can be parsed', () => {
  expect(
    faultOf('response', 'always', { method: 'PUT', path: '/api/*', status: '409', body: '{"a": 1}' }),
  ).toEqual({
    match: { method: 'PUT', path: '/api/*' },
    effect: { kind: 'response', status: 409, body: { a: 1 } },
  })
  expect(faultOf('latency', 'nth', { path: '', ms: '2000', number: '2' })).toEqual({
    match: {},
    nth: 2,
    effect: { kind: 'latency', ms: 2000 },
  })
  expect(faultOf('response', 'always', { ...texts, body: 'null' }).effect).toMatchObject({ body: null })
  expect(faultOf('response', 'always', { ...texts, body: 'plain' }).effect).toMatchObject({ body: 'plain' })
  expect(faultOf('response', 'always', { ...texts, operation: 'Page' }).match).toEqual({
    graphql: { operation: 'Page' },
  })
  expect(faultOf('response', 'probability', { ...texts, number: '20' })).toMatchObject({ probability: 0.2 })
})

test('an edited fault keeps what the form has no field for', () => {
  const rule = {
    match: { path: '/api/*', query: { take: 5 } },
    effect: { kind: 'response', status: 503, headers: { 'Retry-After': '5' } },
  } as const

  expect(
    faultOf('response', 'always', { path: '/api/*', status: '503', ms: '0', body: '', name: 'busy' }, rule),
  ).toEqual({
    ...rule,
    name: 'busy',
  })
  expect(faultOf('response', 'always', { path: '', status: '500', ms: '0', body: '' }, rule)).toEqual({
    match: { query: { take: 5 } },
    effect: { kind: 'response', status: 500 },
  })
})

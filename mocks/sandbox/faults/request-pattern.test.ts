import { expect, test } from 'vitest'
import { RequestMatcher, type RequestPattern } from './request-pattern.ts'

function differences(pattern: RequestPattern, search: string) {
  const matcher = new RequestMatcher(pattern)
  const request = {
    method: 'GET',
    path: '/api/x',
    search,
    user: undefined,
    graphql: undefined,
    header: () => undefined,
    json: () => undefined,
  }

  const found = [...matcher.differences(request)]

  expect(matcher.matches(request)).toBe(found.length === 0)

  return found
}

test('a query in a path pattern extends to its end, even if it contains another question mark', () => {
  expect(differences({ path: '/api/x?q=what?' }, 'q=what?')).toEqual([])
  expect(differences({ path: '/api/x?q=what?' }, 'q=what')).toEqual([
    { path: 'query.q', expected: 'what?', actual: 'what' },
  ])
})

test('one of the values of a repeated parameter suffices, and a repeated one of a pattern needs each', () => {
  expect(differences({ query: { a: '2' } }, 'a=1&a=2')).toEqual([])
  expect(differences({ path: '/api/x?a=1&a=2' }, 'a=2&a=3&a=1')).toEqual([])
  expect(differences({ path: '/api/x?a=1&a=2' }, 'a=1')).toEqual([
    { path: 'query.a', expected: '2', actual: '1' },
  ])
  expect(differences({ query: { a: '2' } }, '')).toEqual([{ path: 'query.a', expected: '2' }])
})

test('a request of another method and path differs in both', () => {
  expect(differences({ method: 'post', path: '/api/y' }, '')).toEqual([
    { path: 'method', expected: 'POST', actual: 'GET' },
    { path: 'path', expected: '/api/y', actual: '/api/x' },
  ])
})

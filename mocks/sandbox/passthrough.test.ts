import { expect, test } from 'vitest'
import { passthroughRules, type PassthroughSettings, type Upstream } from './passthrough.ts'

const recording: Upstream = { name: 'a.har', ask: () => Promise.reject(new Error('not asked')) }

/** The names and patterns of the rules for a setting. */
function rules(passthrough: string[], settings: Partial<PassthroughSettings> = {}) {
  return passthroughRules({ passthrough, strict: false, recording: undefined, ...settings }).map(
    ({ name, match, effect }) => ({ name, match, effect }),
  )
}

const effect = { kind: 'passthrough' }

test('HEAD is passed on with GET, in whatever case, and with no other method', () => {
  const get = { name: 'passthrough HEAD /api', match: { path: '/api', method: 'HEAD' }, effect }

  expect(rules(['GET /api'])).toEqual([
    { name: 'passthrough GET /api', match: { path: '/api', method: 'GET' }, effect },
    get,
  ])
  expect(rules(['get /api'])).toContainEqual(get)
  for (const route of ['PUT /api', 'HEAD /api']) {
    expect(rules([route]).map(({ name }) => name)).toEqual([`passthrough ${route}`])
  }
})

test('a path without a method has one rule for all methods', () => {
  expect(rules(['/api/*'])).toEqual([{ name: 'passthrough /api/*', match: { path: '/api/*' }, effect }])
})

test('definitions share one rule, after those of paths', () => {
  expect(rules(['M.Asset', '/api', 'M.Brand']).map(({ name }) => name)).toEqual([
    'passthrough /api',
    'passthrough M.Asset, M.Brand',
  ])
})

test('a recording answers everything, or what is named, and HEAD only if it has one', () => {
  const compared = { ...effect, compare: true }

  expect(rules([], { recording })).toEqual([
    { name: 'passthrough /*', match: { path: '/*' }, effect: compared },
  ])
  expect(rules(['GET /api'], { recording })).toHaveLength(1)
  expect(rules([], { recording, strict: true })).toMatchObject([{ effect: { fallback: false } }])
  expect(rules([])).toEqual([])
})

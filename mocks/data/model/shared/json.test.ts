import { expect, test } from 'vitest'
import { EntityIdOrLink, NameOrLink } from './json.ts'

test.each(['/api/entities/5', 'https://a.example/x/api/entities/5/', '/api/entities/5{?culture}'])(
  'the link %s refers to entity 5',
  (href) => {
    expect(EntityIdOrLink.parse({ href })).toBe(5)
  },
)

test.each([
  '',
  '/',
  '/api/entities/',
  '/api/entities/0x10',
  '/api/entities/1e3',
  '/api/entities/9007199254740993',
])('the link "%s" refers to no entity', (href) => {
  expect(EntityIdOrLink.safeParse({ href }).success).toBe(false)
})

test('a link by name is decoded', () => {
  expect(NameOrLink.parse({ href: '/api/datasources/My%20list/?a=1#b' })).toBe('My list')
})

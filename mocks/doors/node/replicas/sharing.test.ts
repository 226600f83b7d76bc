import { expect, test } from 'vitest'
import { SharedStoreDown } from './sharing.ts'

test('clients are told to retry only what the store can not have saved', () => {
  expect(new SharedStoreDown(false).headers).toEqual({ 'Retry-After': '1' })
  expect(new SharedStoreDown(true).headers).toEqual({})
})

import { expect, test } from 'vitest'
import { createSandbox } from '../../create-sandbox.ts'
import type { Sliced } from '../shared/slices.ts'
import { VersionedCache, type EntityTable } from './versioned-cache.ts'

const { data } = await createSandbox({ entities: 1 })

function* work(value: string): Sliced<string> {
  yield
  if (value === 'broken') throw new Error(value)

  return value
}

function derivation(value: string, definitions: object) {
  return {
    key: 'all',
    entities: data.entities as EntityTable, // published data
    sources: [definitions],
    update: () => undefined,
    compute: () => work(value),
  }
}

test('what two sandboxes derive from the same entities, with different definitions, is cached side by side', () => {
  const cache = new VersionedCache<string>(10)
  const [one, other] = [{}, {}]

  expect(cache.get(derivation('of one', one))).toBe('of one')
  expect(cache.get(derivation('of the other', other))).toBe('of the other')
  expect(cache.get(derivation('again', one))).toBe('of one')
  expect(cache.get(derivation('again', other))).toBe('of the other')
})

test('a computation that fails does so for its caller, not for one that waits for another value', async () => {
  const cache = new VersionedCache<string>(10)
  const other = {}
  const broken = cache.prepare(derivation('broken', {}))
  const sound = cache.prepare(derivation('sound', other))

  await expect(broken).rejects.toThrow('broken')
  await sound
  expect(cache.get(derivation('again', other))).toBe('sound')
})

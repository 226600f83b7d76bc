import { expect, test } from 'vitest'
import { buildSandbox } from '../../../../local/build-sandbox.ts'
import type { Sliced } from '../../shared/slices.ts'
import { DerivedCache, type EntityTable } from './derived-cache.ts'

const sandbox = await buildSandbox({ entities: 300 })
const { data } = sandbox

function* work(value: string): Sliced<string> {
  yield
  if (value === 'broken') throw new Error(value)

  return value
}

function derivation(value: string, definitions: object) {
  return {
    key: 'all',
    entities: data.entities,
    sources: [definitions],
    update: () => undefined,
    compute: () => work(value),
  }
}

test('values derived from the same entities with different definitions are both cached', () => {
  const cache = new DerivedCache<string>(10)
  const [one, other] = [{}, {}]

  expect(cache.get(derivation('of one', one))).toBe('of one')
  expect(cache.get(derivation('of the other', other))).toBe('of the other')
  expect(cache.get(derivation('again', one))).toBe('of one')
  expect(cache.get(derivation('again', other))).toBe('of the other')
})

test('a failed computation rejects for its caller, not for callers that wait behind it', async () => {
  const cache = new DerivedCache<string>(10)
  const other = {}
  const broken = cache.prepare(derivation('broken', {}))
  const sound = cache.prepare(derivation('sound', other))

  await expect(broken).rejects.toThrow('broken')
  await sound
  expect(cache.get(derivation('again', other))).toBe('sound')
})

/** Versions of the entities, each by a change of its own. */
async function versionsOf(count: number): Promise<EntityTable[]> {
  const versions: EntityTable[] = []

  for (let number = 0; number < count; number++) {
    sandbox.change((draft) => {
      const [entity] = draft.entities.all()

      if (entity) draft.entities.put({ ...entity, version: entity.version + 1 })
    })
    versions.push(sandbox.data.entities)
  }

  return versions
}

/** A value that says which versions it was computed and updated for. */
function counted(entities: EntityTable, all: readonly EntityTable[], key = 'all') {
  const number = all.indexOf(entities)

  return {
    key,
    entities,
    sources: [],
    update: (value: string, from: EntityTable) => `${value}, ${number} from ${all.indexOf(from)}`,
    compute: () => work(`${number}`),
  }
}

test('a value is updated from the version that was used last, and computed once', async () => {
  const cache = new DerivedCache<string>(10)
  const all = await versionsOf(3)
  const read = (at: number) => cache.get(counted(all[at] as EntityTable, all)) // one of the three

  expect(read(0)).toBe('0')
  expect(read(1)).toBe('0, 1 from 0')
  expect(read(0)).toBe('0')
  expect(read(2)).toBe('0, 2 from 0')
  expect(read(1)).toBe('0, 1 from 0')
})

test('the key used least recently is evicted first', () => {
  const cache = new DerivedCache<string>(2)
  const read = (key: string, value: string) => cache.get({ ...derivation(value, data), key })

  read('a', 'first')
  read('b', 'first')
  read('a', 'second')
  read('c', 'first')

  expect(read('a', 'third')).toBe('first')
  expect(read('b', 'third')).toBe('third')
})

test('of a key, the four versions used last are cached', async () => {
  const cache = new DerivedCache<string>(10)
  const all = await versionsOf(5)
  const read = (entities: EntityTable, value: string) => cache.get({ ...derivation(value, data), entities })

  for (const [index, entities] of all.entries()) read(entities, `${index}`)

  expect(all.toReversed().map((entities) => read(entities, 'again'))).toEqual(['4', '3', '2', '1', 'again'])
})

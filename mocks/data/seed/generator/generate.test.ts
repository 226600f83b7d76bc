import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Entity } from '../../model/entities/entity.ts'
import { referenceDate } from './random-dates.ts'
import { builtInOptionLists, definitions } from '../domain/domain.ts'
import { builtInUsers } from '../../model/users/users.ts'
import { generateEntities } from './generate.ts'
import { withAudit, withoutAudit } from './identity.ts'
import { isDeep } from '../../../testing/scale.ts'
import { stored } from '../testing/stored.ts'
import { runSync } from '../../model/shared/slices.ts'
import { loadExpressionEngine } from '../../model/shared/regular-expressions.ts'

beforeAll(loadExpressionEngine)

function generate(count: number, seed = 1): Entity[] {
  return runSync(generateEntities({ seed, count, definitions, optionLists: builtInOptionLists }))
}

const generated = new Map<number, readonly Entity[]>()

const sizes = [0, 60, 200, 1000, ...(isDeep ? [3000] : [])]

/** The entities of seed 1, generated once for all tests. */
function seeded(count: number): readonly Entity[] {
  const entities = generated.get(count) ?? generate(count)

  generated.set(count, entities)

  return entities
}

test('seed: what the build leaves out of entities is added when they are loaded', () => {
  const entities = seeded(1000)

  expect(entities.map((entity) => withAudit(withoutAudit(entity), 1))).toEqual(entities)
})

test('seed: the count is the number of entities besides the fixed ones, which exist for any count', () => {
  const fixed = seeded(0).length

  for (const size of sizes) {
    expect(seeded(size)).toHaveLength(size + fixed)

    const users = seeded(size).filter(({ definition }) => definition === 'User')
    expect(users.slice(0, 3).map(({ id }) => id)).toEqual(builtInUsers.map(({ userId }) => userId))
  }
})

test('seed: every content definition has entities for any count', () => {
  const seededNames = new Set(seeded(20).map(({ definition }) => definition))
  const content = definitions.filter(({ is_system_owned }) => !is_system_owned).map(({ name }) => name)

  expect(content.filter((name) => !seededNames.has(name))).toEqual([])
})

test('seed: entities are those of a valid data file, ordered by id', async () => {
  const entities = seeded(isDeep ? 20_000 : 1000)

  expect(stored(entities, definitions, builtInOptionLists)).toEqual(entities)
})

test('seed: a higher count changes no existing record, except that children are appended', () => {
  sizes.slice(1).forEach((size, step) => {
    const larger = new Map(seeded(size).map((entity) => [entity.id, entity]))

    for (const entity of seeded(sizes[step] ?? 0)) {
      const same = larger.get(entity.id)
      expect({ ...same, relations: {} }).toEqual({ ...entity, relations: {} })

      for (const [name, { parents, children = [] }] of Object.entries(entity.relations)) {
        expect(same?.relations[name]?.parents).toEqual(parents)
        expect(same?.relations[name]?.children?.slice(0, children.length) ?? []).toEqual(children)
      }
    }
  })
})

test('seed: everything was created in the three years before the reference date, by a user', () => {
  const users = builtInUsers.map(({ userId }): number => userId)

  for (const { createdOn, modifiedOn, createdBy, modifiedBy, version } of seeded(1000)) {
    const dates = ['2023-06-01', createdOn, modifiedOn, referenceDate]
    expect(dates).toEqual(dates.toSorted())
    expect(users).toEqual(expect.arrayContaining([createdBy, modifiedBy]))
    expect(version).toBeGreaterThanOrEqual(1)
  }
})

test('seed: the cultures setting exists, with the default culture first', () => {
  const cultures = seeded(0).find(({ properties }) => properties['M.Setting.Name'] === 'Cultures')

  expect(cultures?.properties['M.Setting.Value']).toEqual(['en-US', 'nl-NL', 'de-DE'])
})

test('seed: a product sheet describes the product it belongs to', () => {
  const entities = seeded(1000)
  const byId = new Map(entities.map((entity) => [entity.id, entity]))

  for (const sheet of entities.filter(({ definition }) => definition === 'M.ProductSheet')) {
    const product = byId.get(sheet.relations['ProductToProductSheet']?.parents?.[0] ?? 0)

    expect(`${JSON.stringify(product?.properties['ProductName']).slice(1, -1)} — product sheet`).toBe(
      sheet.properties['Title'],
    )
  }
})

test('seed: the data of seed 1 has not changed', () => {
  const text = JSON.stringify(seeded(1000))

  expect(createHash('sha256').update(text).digest('hex')).toMatchInlineSnapshot(
    `"06025bfe04070a59cddcc78e06f017b24fd1270ff70c77cc0a82b12325b79977"`,
  )
})

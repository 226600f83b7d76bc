import { expect, test } from 'vitest'
import { Entity } from '../model/entity.ts'
import { definitions } from './domain/domain.ts'
import { optionLists } from './domain/option-lists.ts'
import { personas } from './domain/personas.ts'
import { generateEntities } from './generate.ts'

function seeded(count: number, seed = 1): Entity[] {
  return generateEntities({ seed, count, definitions, optionLists })
}

const sizes = [0, 60, 200, 1000, 3000]

test('seed: the same options give the same entities, another seed gives others', () => {
  expect(seeded(300)).toEqual(seeded(300))
  expect(seeded(300)).not.toEqual(seeded(300, 2))
})

test('seed: the count is the number of entities, the fixed ones are there at any count', () => {
  expect(seeded(1000)).toHaveLength(1000)
  expect(seeded(3000)).toHaveLength(3000)

  for (const size of sizes) {
    const users = seeded(size).filter(({ definition }) => definition === 'User')
    expect(users.slice(0, 3).map(({ id }) => id)).toEqual(personas.map(({ userId }) => userId))
  }
})

test('seed: every entity has the stored shape, and entities are ordered by id', () => {
  const entities = seeded(1000)

  for (const entity of entities) expect(Entity.parse(entity)).toEqual(entity)
  expect(entities.map(({ id }) => id)).toEqual(entities.map(({ id }) => id).sort((one, other) => one - other))
  expect(new Set(entities.map(({ id }) => id)).size).toBe(1000)
  expect(new Set(entities.map(({ identifier }) => identifier)).size).toBe(1000)
})

test('seed: raising the count changes no existing record, a list of children grows at its end', () => {
  sizes.slice(1).forEach((size, step) => {
    const later = new Map(seeded(size).map((entity) => [entity.id, entity]))

    for (const entity of seeded(sizes[step] ?? 0)) {
      const grown = later.get(entity.id)
      expect({ ...grown, relations: {} }).toEqual({ ...entity, relations: {} })

      for (const [name, { parents, children = [] }] of Object.entries(entity.relations)) {
        expect(grown?.relations[name]?.parents).toEqual(parents)
        expect(grown?.relations[name]?.children?.slice(0, children.length) ?? []).toEqual(children)
      }
    }
  })
})

test('seed: both ends of every relation agree', () => {
  const entities = seeded(1000)
  const byId = new Map(entities.map((entity) => [entity.id, entity]))

  for (const { id, relations } of entities) {
    for (const [name, { parents = [], children = [] }] of Object.entries(relations)) {
      for (const parent of parents) expect(byId.get(parent)?.relations[name]?.children).toContain(id)
      for (const child of children) expect(byId.get(child)?.relations[name]?.parents).toContain(id)
    }
  }
})

import type { Entity } from '../../model/entities/entity.ts'
import { isObject, type Json } from '../../model/shared/json.ts'
import { createStream } from '../../model/shared/random-stream.ts'
import { fixedSlot, idOf, originFrom } from './identity.ts'

/** The entities of one definition by columns, without what follows from their places in the seed and from other columns. */
export interface PackedDefinition {
  readonly definition: string
  readonly cultures: readonly string[]
  readonly size: number
  /** Where the ids of generated entities are. Of fixed ones, ids and origin are columns. */
  readonly slot: number
  /** The place of each column in an entity: `['properties', 'Title']`. */
  readonly paths: readonly (readonly string[])[]
  /** `{}` where an entity has no value. A number stands for an earlier column with the same values. */
  readonly columns: readonly (number | readonly Json[])[]
}

/** The entities as they were generated, ordered by id; their unique values are still to be set. */
export function unpackEntities(packed: readonly PackedDefinition[], seed: number): Entity[] {
  const children = new Map<string, number[]>()
  const entities = packed.flatMap((group) =>
    Array.from({ length: group.size }, (_, index) => {
      const entity = entityAt(group, index, seed)

      for (const [name, { parents = [] }] of Object.entries(entity.relations)) {
        for (const parent of parents) {
          const key = `${name} ${parent}`
          const others = children.get(key)

          if (others) others.push(entity.id)
          else children.set(key, [entity.id])
        }
      }

      return entity
    }),
  )

  for (const { id, relations } of entities) {
    for (const [name, ends] of Object.entries(relations)) {
      // 0 keeps the place in the order of members.
      if (ends.children !== undefined) ends.children = children.get(`${name} ${id}`)
    }
  }

  return entities.sort((one, other) => one.id - other.id)
}

function entityAt(group: PackedDefinition, index: number, seed: number): Entity {
  const { definition, cultures, slot, paths, columns } = group
  const given: Values = { properties: {}, relations: {} }

  for (const [position, path] of paths.entries()) {
    const value = valueAt(columns, position, index)

    if (!isObject(value)) put(given, path, value)
  }

  const origin = slot !== fixedSlot && {
    id: idOf(slot, index),
    ...originFrom(createStream(seed, definition, index)),
  }
  // The columns were taken from an entity.
  const whole = { ...origin, ...given } as Omit<Entity, 'definition' | 'cultures' | 'uniqueValues'>
  const { id, identifier, properties, relations, ...others } = whole

  return {
    id,
    identifier,
    definition,
    cultures: [...cultures],
    properties,
    relations,
    uniqueValues: [],
    ...others,
  }
}

function valueAt(columns: PackedDefinition['columns'], position: number, index: number): Json {
  const column = columns[position]

  return (typeof column === 'number' ? valueAt(columns, column, index) : column?.[index]) ?? null
}

interface Values {
  [name: string]: Json | Values
}

function put(values: Values, path: readonly string[], value: Json): void {
  const within = path.slice(0, -1).reduce((inner, name) => {
    // Ways to values lead through objects.
    return (inner[name] ??= {}) as Values
  }, values)

  within[path.at(-1) ?? ''] = value
}

import type { Entity } from '../../model/entities/entity.ts'
import { isObject, type Json } from '../../model/shared/json.ts'
import { createStream } from '../../model/shared/random-stream.ts'
import { fixedSlot, idOf, auditFrom } from './identity.ts'
import { columnReader, type PackedColumn } from './unpack-columns.ts'
import { phrasesOf, type Phrase } from './unpack-texts.ts'

/** Entities by columns, without what follows from their places in the seed and from other columns. */
export interface PackedEntities {
  /** What texts are made of, in each language: see `textAt`. */
  readonly phrases: readonly string[]
  readonly groups: readonly PackedDefinition[]
}

/** The entities of one definition. */
export interface PackedDefinition {
  readonly definition: string
  readonly cultures: readonly string[]
  readonly size: number
  /** Where the ids of generated entities are. Of fixed ones, ids and origin are columns. */
  readonly slot: number
  /** The place of each column in an entity: `['properties', 'Title']`. */
  readonly paths: readonly (readonly string[])[]
  /** `{}` where an entity has no value. */
  readonly columns: readonly PackedColumn[]
}

/** The entities as they were generated, ordered by id; their unique values are still to be set. */
export function unpackEntities({ phrases, groups }: PackedEntities, seed: number): Entity[] {
  const languages = phrasesOf(phrases)
  const entities = groups.flatMap((group) => entitiesOf(group, seed, languages))
  const children = childrenByParent(entities)

  for (const { id, relations } of entities) {
    for (const name in relations) {
      const ends = relations[name]

      // 0 keeps the place in the order of members.
      if (ends?.children !== undefined) ends.children = children.get(name)?.get(id)
    }
  }

  return entities.sort((one, other) => one.id - other.id)
}

function entitiesOf(
  group: PackedDefinition,
  seed: number,
  phrases: readonly (readonly Phrase[])[],
): Entity[] {
  const entities = Array.from({ length: group.size }, (_, index) => entityAt(group, index, seed))
  const read = columnReader({
    columns: group.columns,
    phrases,
    createdOn: (index) => entities[index]?.createdOn ?? '',
    streamOf: (index) => createStream(seed, group.definition, index),
  })

  for (const [position, path] of group.paths.entries()) {
    const column = read(position)

    for (const [index, entity] of entities.entries()) {
      const value = column[index] ?? null

      if (!isObject(value)) put(entity as unknown as Values, path, value) // the columns were taken from entities
    }
  }

  return entities
}

/** The values that follow from an entity's place in the seed; columns hold the others of a fixed entity. */
function entityAt({ definition, cultures, slot }: PackedDefinition, index: number, seed: number): Entity {
  const { identifier, ...audit } =
    slot === fixedSlot ? noAudit : auditFrom(createStream(seed, definition, index))

  return {
    id: slot === fixedSlot ? 0 : idOf(slot, index),
    identifier,
    definition,
    cultures: [...cultures],
    properties: {},
    relations: {},
    uniqueValues: [],
    ...audit,
  }
}

const noAudit = { identifier: '', version: 0, createdOn: '', createdBy: 0, modifiedOn: '', modifiedBy: 0 }

/** The ids of children by name of the relation and id of the parent. */
function childrenByParent(entities: readonly Entity[]): Map<string, Map<number, number[]>> {
  const children = new Map<string, Map<number, number[]>>()

  for (const { id, relations } of entities) {
    for (const name in relations) {
      for (const parent of relations[name]?.parents ?? []) {
        const ofName = children.get(name) ?? new Map<number, number[]>()
        const others = ofName.get(parent)

        if (others) others.push(id)
        else children.set(name, ofName.set(parent, [id]))
      }
    }
  }

  return children
}

interface Values {
  [name: string]: Json | Values
}

function put(values: Values, path: readonly string[], value: Json): void {
  const last = path.length - 1
  let inner = values

  for (let depth = 0; depth < last; depth++) {
    inner = (inner[path[depth] ?? ''] ??= {}) as Values // ways to values lead through objects
  }
  inner[path[last] ?? ''] = value
}

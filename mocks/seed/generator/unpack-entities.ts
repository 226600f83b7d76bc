import type { Entity } from '../../model/entities/entity.ts'
import { isObject, type Json } from '../../model/shared/json.ts'
import { createStream } from '../../model/shared/random-stream.ts'
import { fixedSlot, idOf, auditFrom } from './identity.ts'
import { columnReader, type PackedColumn } from './unpack-columns.ts'
import { phrasesOf, type Phrase } from './unpack-texts.ts'

/** Entities in columns, without values that derive from the seed and the index, or from other columns. */
export interface PackedEntities {
  /** The parts of texts, in each language: see `phrasesOf` and `phrasedTexts`. */
  readonly phrases: readonly string[]
  readonly groups: readonly PackedDefinition[]
}

export interface PackedDefinition {
  readonly definition: string
  readonly cultures: readonly string[]
  readonly size: number
  /** The slot of the ids of generated entities. For fixed entities, ids and audit members are columns. */
  readonly slot: number
  /** The path of each column in an entity: `['properties', 'Title']`. */
  readonly paths: readonly (readonly string[])[]
  /** Values by entity; `{}` for no value. */
  readonly columns: readonly PackedColumn[]
}

/** Returns the generated entities, ordered by id, without unique values. */
export function unpackEntities({ phrases, groups }: PackedEntities, seed: number): Entity[] {
  const languages = phrasesOf(phrases)
  const entities = groups.flatMap((group) => entitiesOf(group, seed, languages))
  const children = childrenByParent(entities)

  for (const { id, relations } of entities) {
    for (const name in relations) {
      const ends = relations[name]

      // The packed value is 0, which only reserves the position among the members.
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

      if (!isObject(value)) setValue(entity as unknown as Values, path, value) // columns are packed from entities
    }
  }

  return entities
}

/** An entity with the values that derive from the seed and the index. For a fixed entity, columns contain all values. */
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

/** The ids of children, by name of the relation and id of the parent. */
function childrenByParent(entities: readonly Entity[]): Map<string, Map<number, number[]>> {
  const children = new Map<string, Map<number, number[]>>()

  for (const { id, relations } of entities) {
    for (const name in relations) {
      for (const parent of relations[name]?.parents ?? []) {
        const byParent = children.get(name) ?? new Map<number, number[]>()
        const others = byParent.get(parent)

        if (others) others.push(id)
        else children.set(name, byParent.set(parent, [id]))
      }
    }
  }

  return children
}

interface Values {
  [name: string]: Json | Values
}

function setValue(values: Values, path: readonly string[], value: Json): void {
  const last = path.length - 1
  let inner = values

  for (let depth = 0; depth < last; depth++) {
    inner = (inner[path[depth] ?? ''] ??= {}) as Values // only the last step of a path leads to a value
  }
  inner[path[last] ?? ''] = value
}

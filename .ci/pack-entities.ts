import type { Entity } from '../mocks/model/entities/entity.ts'
import { isObject, type Json, type JsonObject } from '../mocks/model/shared/json.ts'
import { fixedSlot, slotOf } from '../mocks/seed/generator/identity.ts'
import type { PackedDefinition, PackedEntities } from '../mocks/seed/generator/unpack-entities.ts'
import { translationParts } from '../mocks/seed/words/translations.ts'
import { packColumns } from './pack-columns.ts'
import { PhraseBook } from './pack-texts.ts'

/** Generated entities by columns, a quarter of their size when compressed: a page loads them before its first response. */
export function packEntities(entities: readonly Entity[], seed: number): PackedEntities {
  const names = new Set(entities.map(({ definition }) => definition))
  const book = new PhraseBook(phrasesIn(entities))
  const pack = () =>
    [...names].map((name) =>
      packDefinition(
        entities.filter(({ definition }) => definition === name),
        { seed, book },
      ),
    )

  // Twice: in the second pass, phrases that later columns use cost earlier columns nothing.
  pack()

  const groups = pack()

  return { phrases: book.phrases, groups }
}

/** The phrases that the generator makes texts of, and the names of entities. */
function phrasesIn(entities: readonly Entity[]): (readonly string[])[] {
  const names = entities.flatMap(({ properties }) =>
    ['Name', 'ProductName'].flatMap((name) =>
      typeof properties[name] === 'string' ? [[properties[name]]] : [],
    ),
  )

  return [...translationParts.values(), ...names]
}

function packDefinition(
  entities: readonly Entity[],
  { seed, book }: { readonly seed: number; readonly book: PhraseBook },
): PackedDefinition {
  const [{ definition, cultures } = none] = entities
  const slot = slotOf(Math.max(...entities.map(({ id }) => id)))
  const rows = entities.map((entity) => new Map(leavesOf(storedValues(entity, slot), [])))
  const paths = mergedOrder(rows.map((row) => [...row.keys()]))
  const columns = new Map(
    paths.map((path) => [path, rows.map((row): Json => (row.has(path) ? (row.get(path) ?? null) : {}))]),
  )

  return {
    definition,
    cultures,
    size: entities.length,
    slot,
    paths: paths.map((path) => path.split(separator)),
    columns: packColumns(columns, {
      book,
      cultures,
      // Fixed entities have no streams.
      generatedFrom:
        slot === fixedSlot
          ? undefined
          : { seed, definition, createdOn: entities.map(({ createdOn }) => createdOn) },
    }),
  }
}

const none = { definition: '', cultures: [] }

/** The values that an entity's position in the seed does not determine. Children are stored as 0: they are derived from the parents. */
function storedValues(
  { id, identifier, version, createdOn, createdBy, modifiedOn, modifiedBy, properties, relations }: Entity,
  slot: number,
): JsonObject {
  const ends = Object.entries(relations).map(([name, { parents, children }]): [string, JsonObject] => [
    name,
    { ...(parents && { parents }), ...(children && { children: 0 }) },
  ])
  const content = { properties, relations: Object.fromEntries(ends) }
  const origin = { id, identifier, version, createdOn, createdBy, modifiedOn, modifiedBy }

  return slot === fixedSlot ? { ...origin, ...content } : content
}

/** The names of all lists, in an order that agrees with each list. */
function mergedOrder(lists: readonly (readonly string[])[]): string[] {
  const names = new Set<string>()
  let remaining = lists

  while (remaining.some((list) => list.length > 0)) {
    const later = new Set(remaining.flatMap((list) => list.slice(1)))
    const next = remaining.map(([first]) => first).find((first) => first !== undefined && !later.has(first))

    if (next === undefined)
      throw new Error('Failed to pack: two entities have their members in different orders.')
    names.add(next)
    remaining = remaining.map((list) => (list[0] === next ? list.slice(1) : list))
  }

  return [...names]
}

export const separator = '\n'

/** The values in an object that are not objects, with their paths. */
function leavesOf(object: JsonObject, parents: readonly string[]): [path: string, value: Json][] {
  return Object.entries(object).flatMap(([name, value]) =>
    isObject(value) ? leavesOf(value, [...parents, name]) : [[[...parents, name].join(separator), value]],
  )
}

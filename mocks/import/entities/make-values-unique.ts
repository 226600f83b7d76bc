import { uniqueValueIn } from '../../model/entities/properties.ts'
import type { Entity } from '../../model/entities/entity.ts'
import type { Sliced } from '../../model/shared/slices.ts'
import type { DataDraft } from '../../model/tables.ts'
import type { ImportNotes } from '../summary.ts'
import type { Identity } from './identities.ts'

/**
 * Where an imported entity has an identifier or unique value of another entity (one that was not imported, or an earlier
 * one), replaces the identifier and removes the value.
 */
export function* makeValuesUnique(
  draft: DataDraft,
  imported: readonly Identity[],
  identifierOf: (index: number) => string,
  notes: ImportNotes,
): Sliced<void> {
  const ids = new Set(imported.map(({ id }) => id))
  const owners = new Map<string, Entity>()
  const keep = (entity: Entity) => {
    for (const key of keysOf(entity)) owners.set(key, entity)
  }

  for (const entity of draft.entities.all()) {
    if (!ids.has(entity.id)) keep(entity)
    yield
  }

  for (const [index, { id, records }] of imported.entries()) {
    const entity = draft.entities.get(id)

    yield
    if (!entity) continue

    const duplicates = keysOf(entity).filter((key) => owners.has(key))
    const { place } = records[0]
    let { identifier } = entity
    const properties = new Map(Object.entries(entity.properties))

    for (const key of duplicates) {
      if (key === identifierKey(entity)) {
        identifier = identifierOf(index)
        notes.changed('The entity has a new identifier: its identifier is in use.', place)
      } else {
        const [, property] = uniqueValueIn(key)

        properties.delete(property)
        notes.skipped(
          `Another entity has this value of "${property}", which is unique.`,
          `${place}.${property}`,
        )
      }
    }

    const unique = {
      ...entity,
      identifier,
      properties: Object.fromEntries(properties),
      uniqueValues: entity.uniqueValues.filter((key) => !duplicates.includes(key)),
    }

    if (duplicates.length > 0) draft.entities.put(unique)
    // Restores the owners in the indexes, in which the duplicates had replaced them.
    for (const owner of new Set(duplicates.flatMap((key) => owners.get(key) ?? []))) {
      draft.entities.delete(owner.id)
      draft.entities.put(owner)
    }
    keep(unique)
  }
}

function keysOf(entity: Entity): string[] {
  return [identifierKey(entity), ...entity.uniqueValues]
}

/** Differs from the keys of unique values, which are arrays. */
function identifierKey({ identifier }: Entity): string {
  return JSON.stringify(identifier)
}

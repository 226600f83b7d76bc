import { detachEverywhere } from '../relations/relations.ts'
import type { DataDraft } from '../tables.ts'
import type { Entity } from './entity.ts'

/** Deletes an entity, with its file and every reference to it. */
export function deleteEntity(draft: DataDraft, entity: Entity): void {
  deleteEntities(draft, [entity])
}

export function deleteEntities(draft: DataDraft, entities: readonly Entity[]): void {
  detachEverywhere(draft, entities)
  for (const { id } of entities) {
    draft.files.delete(id)
    draft.entities.delete(id)
  }
}

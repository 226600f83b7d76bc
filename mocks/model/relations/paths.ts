import { compileDefinition, type CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { Entity } from '../entities/entity.ts'
import type { Data } from '../tables.ts'
import { relatedIds } from './relations.ts'

/** The way from where a taxonomy or path begins to an entity: the root first, the entity last. */
export type Path = readonly Entity[]

/** The paths of what an entity is related to by taxonomy and path relations: one for each related entity. */
export function relatedPaths(data: Data, entity: Entity): Map<string, Path[]> {
  const found = new Map<string, Path[]>()

  for (const { member } of ends(data, entity)?.classifying ?? []) {
    const related = relatedIds(entity, member.name, 'parents').flatMap((id) => data.entities.get(id) ?? [])

    if (related.length > 0)
      found.set(
        member.name,
        related.map((each) => pathTo(data, each)),
      )
  }

  return found
}

/** The path to an entity, through the first parent of each; it ends where a hierarchy is a circle. */
export function pathTo(data: Data, entity: Entity): Path {
  const path = [entity]
  let above = firstAbove(data, entity)

  while (above && !path.includes(above)) {
    path.unshift(above)
    above = firstAbove(data, above)
  }

  return path
}

function firstAbove(data: Data, entity: Entity): Entity | undefined {
  for (const { member } of ends(data, entity)?.hierarchical ?? []) {
    const [id] = relatedIds(entity, member.name, 'parents')

    if (id !== undefined) return data.entities.get(id)
  }

  return undefined
}

function ends(data: Data, entity: Entity): CompiledDefinition['shown'] | undefined {
  const definition = data.definitions.get(entity.definition)

  return definition && compileDefinition(definition).shown
}

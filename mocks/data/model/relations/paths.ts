import { entitiesWithIds } from '../entities/references.ts'
import { compileDefinition, leadsToParents, type RelationEnd } from '../definitions/compiled-definition.ts'
import type { Entity } from '../entities/entity.ts'
import type { Data } from '../tables.ts'
import { relatedIds } from './relations.ts'

/** The entities from the root of a taxonomy or path down to an entity. */
export type Path = readonly Entity[]

/** The path to each parent in taxonomy and path relations, by the name of the relation. */
export function relatedPaths(data: Data, entity: Entity): Map<string, Path[]> {
  const paths = new Map<string, Path[]>()

  for (const { member, side } of endsOf(data, entity)) {
    if (side === 'children' || !(member.is_taxonomy_relation || member.is_path_relation)) continue
    const related = entitiesWithIds(data, relatedIds(entity, member.name, 'parents'))

    if (related.length > 0)
      paths.set(
        member.name,
        related.map((each) => pathTo(data, each)),
      )
  }

  return paths
}

/** The path to an entity, through the first parent of each. Stops at a cycle. */
export function pathTo(data: Data, entity: Entity): Path {
  const path = [entity]
  let parent = firstParent(data, entity)

  while (parent && !path.includes(parent)) {
    path.unshift(parent)
    parent = firstParent(data, parent)
  }

  return path
}

function firstParent(data: Data, entity: Entity): Entity | undefined {
  for (const end of endsOf(data, entity)) {
    if (!leadsToParents.taxonomy(end) && !leadsToParents.path(end)) continue
    const [id] = relatedIds(entity, end.member.name, 'parents')

    if (id !== undefined) return data.entities.get(id)
  }

  return undefined
}

function endsOf(data: Data, entity: Entity): readonly RelationEnd[] {
  const definition = data.definitions.get(entity.definition)

  return definition ? compileDefinition(definition).ends : []
}

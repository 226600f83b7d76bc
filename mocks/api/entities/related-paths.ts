import { z } from 'zod'
import type { Links } from '../../http/replies/links.ts'
import { titlesOf } from '../../model/entities/title.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { pathTo, relatedPaths, type Path } from '../../model/relations/paths.ts'
import { Labels } from '../../model/shared/json.ts'
import type { Data } from '../../model/tables.ts'

/** One step of a path: the entity's title, its address and that of its definition. */
export const PathStep = z.object({ values: Labels, entity: z.string(), definition: z.string() })
export type PathStep = z.infer<typeof PathStep>

/** By relation, the path to each related entity, from the root to the entity. */
export function relatedPathsResource(data: Data, links: Links, entity: Entity): Record<string, PathStep[][]> {
  return Object.fromEntries(
    Array.from(relatedPaths(data, entity), ([relation, paths]) => [
      relation,
      paths.map((path) => stepsOf(data, links, path)),
    ]),
  )
}

/** The path to the entity itself. */
export function pathResource(data: Data, links: Links, entity: Entity): PathStep[] {
  return stepsOf(data, links, pathTo(data, entity))
}

function stepsOf(data: Data, links: Links, path: Path): PathStep[] {
  return path.map((entity) => ({
    values: titlesOf(data, entity),
    entity: links.entity(entity.id).href,
    definition: links.definition(entity.definition).href,
  }))
}

import { renditionLinks } from '../../api/entities/entity-resource.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { entitiesWithIds } from '../../../data/model/entities/references.ts'
import { isValidLink, publicLinkDefinition, publicPathOf } from '../../../data/model/files/public-links.ts'
import { relatedIds } from '../../../data/model/relations/relations.ts'
import type { JsonObject } from '../../../data/model/shared/json.ts'
import type { Execution } from './execution.ts'

/**
 * The addresses of an entity's files, none of which needs a token: those of its valid public links by their `RelativeUrl`,
 * then those of its renditions by name.
 */
export function urlsOf(entity: Entity, execution: Execution): JsonObject {
  return entity.definition === publicLinkDefinition
    ? {}
    : execution.once(entity, () => urls(entity, execution))
}

function urls(entity: Entity, { data, links, now }: Execution): JsonObject {
  const publicLinks = entitiesWithIds(data, relatedIds(entity, 'AssetToPublicLink', 'children')).flatMap(
    (link) => {
      const path = isValidLink(link, now) ? publicPathOf(link) : undefined
      const { RelativeUrl, Resource = null } = link.properties

      return path === undefined || typeof RelativeUrl !== 'string'
        ? []
        : [[RelativeUrl, { url: links.to(path).href, resource: Resource }]]
    },
  )
  const renditions = Object.entries(renditionLinks(data, links, entity)).map(([name, [link]]) => [
    name,
    { url: link?.href ?? null, resource: name },
  ])

  return Object.fromEntries([...publicLinks, ...renditions])
}

import type { Links } from '../../http/replies/links.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { renditionsOf } from '../../model/files/renditions.ts'
import type { Link } from '../../model/shared/json.ts'
import type { Data } from '../../model/tables.ts'

/** Links to an entity's renditions by name. They need no authorization: a browser sends no token for an `<img>`. */
export function renditionLinks(
  data: Data,
  links: Links,
  entity: Pick<Entity, 'id' | 'definition' | 'properties' | 'version'>,
  isIncluded: (name: string) => boolean = () => true,
): Record<string, Link[]> {
  return Object.fromEntries(
    renditionsOf(data, entity)
      .filter(isIncluded)
      .map((name) => [name, [links.to(`/api/entities/${entity.id}/renditions/${name}?v=${entity.version}`)]]),
  )
}

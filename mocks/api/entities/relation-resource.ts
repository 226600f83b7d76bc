import type { Links } from '../../http/replies/links.ts'
import {
  compiledDefinitionOf,
  relationKeyOf,
  type CompiledDefinition,
  type RelationEnd,
} from '../../model/definitions/compiled-definition.ts'
import type { RelationMember } from '../../model/definitions/definition.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { relatedIds } from '../../model/relations/relations.ts'
import { foldCase } from '../../model/shared/letter-case.ts'
import type { Data } from '../../model/tables.ts'
import type { RelatedLink, RelationResource } from './entity-schema.ts'
import { propertiesOf } from './property-resource.ts'
import { computedOnce } from '../../model/shared/maps.ts'
import { runSync, type Sliced } from '../../model/shared/slices.ts'

interface RelationView {
  readonly data: Data
  readonly links: Links
  /** Cultures of the multi-language values in links. */
  readonly cultures: readonly string[] | 'all'
  /** Maximum number of links of each end. If there are more, their total is added. */
  readonly maxRelated?: number | undefined
}

/** A relation in full: the links of each end under the key of its role and cardinality. */
export function relationResource(
  entity: Entity,
  ends: readonly RelationEnd[],
  view: RelationView,
): RelationResource {
  return runSync(slicedRelation(entity, ends, view))
}

/** The same resource; yields after each link, of which there may be tens of thousands. */
export function* slicedRelation(
  entity: Entity,
  ends: readonly RelationEnd[],
  view: RelationView,
): Sliced<RelationResource> {
  const { links, maxRelated = Infinity } = view
  const name = ends[0]?.member.name ?? ''
  const related: object[] = []

  for (const end of ends) {
    const ids = relatedIds(entity, name, end.side)
    const total = end.side === 'parents' ? 'parent_total' : 'child_total'
    const toLink = linkOf(end, view)
    const shown: RelatedLink[] = []

    for (const id of ids.slice(0, end.isSingle ? 1 : maxRelated)) {
      shown.push(toLink(id))
      yield
    }
    if (!end.isSingle) related.push({ [relationKeyOf(end)]: shown })
    else if (shown[0]) related.push({ [relationKeyOf(end)]: shown[0] })
    if (!end.isSingle && ids.length > maxRelated) related.push({ [total]: ids.length })
  }

  return Object.assign({}, ...related, {
    inherits_security: ends.every((end) => end.member.inherits_security),
    self: links.relation(entity.id, name),
  })
}

/** Returns links with the properties that the relation's definition names (`nested_properties`). */
function linkOf(
  { member }: RelationEnd,
  { data, links, cultures }: RelationView,
): (id: number) => RelatedLink {
  const loading = { cultures, hasMember: () => true }

  return (id) => {
    const { href } = links.entity(id)
    const related = member.nested_properties.length > 0 ? data.entities.get(id) : undefined

    if (!related) return { href }
    const nested = nestedOf(member)(compiledDefinitionOf(data, related.definition))

    return { href, properties: propertiesOf(related, nested, { data, loading }) }
  }
}

type Nested = Pick<CompiledDefinition, 'properties'>

/** The properties that a relation's links show, by the definition of the entities they lead to. */
const nestedOf = computedOnce((member: RelationMember) => {
  const names = new Set(member.nested_properties.map(foldCase))

  return computedOnce(({ properties }: CompiledDefinition): Nested => ({
    properties: new Map([...properties].filter(([name]) => names.has(foldCase(name)))),
  }))
})

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
import type { Sliced } from '../../model/shared/slices.ts'

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
  const shown = ends.map((end) => shownIds(entity, end, view).map(linkOf(end, view)))

  return resourceWith(shown, entity, ends, view)
}

/** The same resource; yields after each link, of which there may be tens of thousands. */
export function* slicedRelation(
  entity: Entity,
  ends: readonly RelationEnd[],
  view: RelationView,
): Sliced<RelationResource> {
  const shown: RelatedLink[][] = []

  for (const end of ends) {
    const toLink = linkOf(end, view)
    const links: RelatedLink[] = []

    for (const id of shownIds(entity, end, view)) {
      links.push(toLink(id))
      yield
    }
    shown.push(links)
  }

  return resourceWith(shown, entity, ends, view)
}

function shownIds(
  entity: Entity,
  { member, side, isSingle }: RelationEnd,
  { maxRelated = Infinity }: RelationView,
): readonly number[] {
  return relatedIds(entity, member.name, side).slice(0, isSingle ? 1 : maxRelated)
}

/** @param shown the links of each end */
function resourceWith(
  shown: readonly (readonly RelatedLink[])[],
  entity: Entity,
  ends: readonly RelationEnd[],
  { links }: RelationView,
): RelationResource {
  const name = ends[0]?.member.name ?? ''
  const related = ends.map((end, index) => {
    const linksOfEnd = shown[index] ?? []
    const [first] = linksOfEnd

    if (end.isSingle) return first ? { [relationKeyOf(end)]: first } : {}
    const { length: all } = relatedIds(entity, name, end.side)
    const total = end.side === 'parents' ? 'parent_total' : 'child_total'

    return { [relationKeyOf(end)]: linksOfEnd, ...(all > linksOfEnd.length ? { [total]: all } : {}) }
  })

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

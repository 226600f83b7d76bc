import { culturesOf } from '../../../data/model/definitions/cultures.ts'
import type { PropertyMember, RelationMember } from '../../../data/model/definitions/definition.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { findOption } from '../../../data/model/entities/properties.ts'
import { valueOf } from '../../../data/model/files/renditions.ts'
import { isObject, ownValue, type Json, type JsonObject } from '../../../data/model/shared/json.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import type { LoadOptions, RelatedLink, RelationResource, View } from './entity-schema.ts'
import {
  compiledDefinitionOf,
  relationKeyOf,
  type CompiledDefinition,
  type RelationEnd,
} from '../../../data/model/definitions/compiled-definition.ts'
import { relatedIds } from '../../../data/model/relations/relations.ts'
import { computedOnce } from '../../../data/model/shared/maps.ts'
import { asKnown, foldCase } from '../../../data/model/shared/letter-case.ts'
import { runSync, type Sliced } from '../../../data/model/shared/slices.ts'

/** A value as responses contain it: options with their labels, as `{ identifier, labels }`. */
export function propertyValue(data: Data, property: PropertyMember, value: Json): Json {
  const list = property.datasource ? data.optionLists.get(property.datasource) : undefined

  if (!list || value === null) return value
  if (Array.isArray(value)) return value.map((item) => propertyValue(data, property, item))
  if (typeof value !== 'string') return value

  return { identifier: value, labels: findOption(list.values, value)?.labels ?? {} }
}

/** The cultures that are shown of an entity, in the letter case in which they are known. */
export function culturesIn(data: Data, entity: Entity, cultures: LoadOptions['cultures']): readonly string[] {
  if (cultures === 'all' || cultures.length === 0) return entity.cultures

  const known = [...entity.cultures, ...culturesOf(data)]

  return [...new Set(cultures.map((code) => asKnown(code, known)))]
}

/** The values of properties of an entity, by name; multi-language ones in the given cultures. */
export function propertiesOf(
  entity: Entity,
  properties: readonly PropertyMember[],
  data: Data,
  cultures: LoadOptions['cultures'],
): JsonObject {
  const values: JsonObject = {}
  const shown = cultures === 'all' ? cultures : culturesIn(data, entity, cultures)

  for (const property of properties) {
    const value = valueOf(data, entity, property.name)

    if (!property.is_multilanguage) values[property.name] = propertyValue(data, property, value)
    else if (cultures.length > 0) values[property.name] = valueByCulture(data, property, value, shown)
  }

  return values
}

/** A multi-language value, by culture. */
export function valueByCulture(
  data: Data,
  property: PropertyMember,
  value: Json,
  cultures: LoadOptions['cultures'],
): JsonObject {
  const byCulture = isObject(value) ? value : {}
  const codes = cultures === 'all' ? Object.keys(byCulture) : cultures

  return Object.fromEntries(
    codes.map((culture) => [culture, propertyValue(data, property, ownValue(byCulture, culture))]),
  )
}

/** A relation in full: the links of each end under the key of its role and cardinality. */
export function relationResource(entity: Entity, ends: readonly RelationEnd[], view: View): RelationResource {
  return runSync(slicedRelation(entity, ends, view))
}

/** The same resource; yields after each link, of which there may be tens of thousands. */
export function* slicedRelation(
  entity: Entity,
  ends: readonly RelationEnd[],
  view: View,
): Sliced<RelationResource> {
  const { links, loading } = view
  const { maxRelated = Infinity } = loading
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
function linkOf({ member }: RelationEnd, { data, links, loading }: View): (id: number) => RelatedLink {
  return (id) => {
    const { href } = links.entity(id)
    const related = member.nested_properties.length > 0 ? data.entities.get(id) : undefined

    if (!related) return { href }
    const nested = nestedOf(member)(compiledDefinitionOf(data, related.definition))

    return { href, properties: propertiesOf(related, nested, data, loading.cultures) }
  }
}

/** The properties that a relation's links show, by the definition of the entities they lead to. */
const nestedOf = computedOnce((member: RelationMember) => {
  const names = new Set(member.nested_properties.map(foldCase))

  return computedOnce(({ properties }: CompiledDefinition) =>
    [...properties.values()].filter(({ name }) => names.has(foldCase(name))),
  )
})

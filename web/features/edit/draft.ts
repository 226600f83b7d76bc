import { propertiesOf, relatedLinks, relationsOf, sideOf } from '../../parts/entity/members.ts'
import type { OutgoingRequest } from '../../service/client.ts'
import type {
  DefinitionResponse,
  EntityResponse,
  Link,
  RelationOfDefinition,
} from '../../service/entities.ts'
import { absoluteServiceUrl, nameInLink } from '../../lib/addresses.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json.ts'

/** One end of a relation, seen from the entities of one definition. */
export interface DraftEnd {
  /** Name and side; a self-referencing relation has two ends. */
  readonly key: string
  readonly name: string
  readonly side: 'parents' | 'children'
  /** Whether it refers to at most one entity. */
  readonly isSingle: boolean
  /** Name of the definition at the other end. */
  readonly associated: string
}

/** The ids of the entities that each end refers to, in order, by the key of the end. */
export type DraftRelations = Readonly<Record<string, readonly number[]>>

export function endsOf(definition: DefinitionResponse): DraftEnd[] {
  return relationsOf(definition).map(endOf)
}

function endOf(member: RelationOfDefinition): DraftEnd {
  const { name, role, cardinality } = member
  const side = sideOf(member)

  return {
    key: `${name} ${side}`,
    name,
    side,
    // Cardinality is seen from parent to child.
    isSingle: cardinality === 'OneToOne' || (cardinality === 'OneToMany' && role === 'Child'),
    associated: nameInLink(member.associated_entitydefinition.href),
  }
}

/** The ids of the related entities; the relations of `entity` must be in full. */
export function relatedIds(entity: EntityResponse, ends: readonly DraftEnd[]): DraftRelations {
  return Object.fromEntries(
    ends.map(({ key, name, side }) => [
      key,
      relatedLinks(entity.relations[name], side).map(({ href }) => Number(nameInLink(href))),
    ]),
  )
}

export function changedEnds(
  draft: DraftRelations,
  before: DraftRelations,
  ends: readonly DraftEnd[],
): DraftEnd[] {
  return ends.filter(({ key }) => String(draft[key] ?? []) !== String(before[key] ?? []))
}

/** One request for each changed relation, because each relation of an existing entity is a resource. */
export function relationRequests(
  id: number,
  draft: DraftRelations,
  ends: readonly DraftEnd[],
): (OutgoingRequest & { readonly relation: string })[] {
  return Object.entries(relationBodies(draft, ends)).map(([relation, json]) => ({
    relation,
    method: 'PUT',
    path: `/api/entities/${id}/relations/${encodeURIComponent(relation)}`,
    json,
  }))
}

/** The relation resources with these ends, by name, as the member `relations` of a create has them (interface 4.2.4). */
export function relationBodies(draft: DraftRelations, ends: readonly DraftEnd[]): Record<string, object> {
  const bodies: Record<string, object> = {}

  for (const end of ends) bodies[end.name] = { ...bodies[end.name], ...endBody(end, draft) }

  return bodies
}

/** An end as a member of the relation resource: `{parents: [links]}`, or `{parent: link | null}`; no links clear it. */
function endBody({ key, side, isSingle }: DraftEnd, draft: DraftRelations): object {
  const links = (draft[key] ?? []).map((id): Link => ({ href: `${absoluteServiceUrl}/api/entities/${id}` }))

  if (!isSingle) return { [side]: links }

  return { [side === 'parents' ? 'parent' : 'child']: links[0] ?? null }
}

/** The unsaved properties of an entity. */
export type PropertiesDraft = Readonly<Record<string, Json>>

/** Properties as the service accepts them: options with their identifier only. */
export function toInput(properties: JsonObject, definition: DefinitionResponse): PropertiesDraft {
  return Object.fromEntries(
    propertiesOf(definition).map(({ name, datasource }) => [
      name,
      datasource ? withIdentifierOnly(properties[name] ?? null) : (properties[name] ?? null),
    ]),
  )
}

/** The changed properties. */
export function changedProperties(draft: PropertiesDraft, before: PropertiesDraft): PropertiesDraft {
  return Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name] ?? null),
    ),
  )
}

/** The properties that are not null. */
export function withoutNull(draft: PropertiesDraft): PropertiesDraft {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null))
}

/** The cultures that the form offers: those of the entity, and those of the definition's labels. */
export function culturesFor(definition: DefinitionResponse, cultures: readonly string[]): string[] {
  return [...new Set([...cultures, ...Object.keys(definition.labels)])]
}

function withIdentifierOnly(value: Json): Json {
  if (Array.isArray(value)) return value.map(withIdentifierOnly)
  if (!isObject(value)) return value

  return typeof value['identifier'] === 'string'
    ? { identifier: value['identifier'] }
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIdentifierOnly(each)]))
}

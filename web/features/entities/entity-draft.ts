import { endsOf, propertiesOf, relatedIds, type RelationEnd } from '../../parts/entity/members.ts'
import type { EntityDefinition, Entity, Link } from '../../service/entity-queries.ts'
import { absoluteServiceUrl } from '../../lib/page-addresses.ts'
import { isObject, type Json, type JsonObject } from '../../lib/parse-json.ts'

/** The unsaved edits of an entity. */
export interface EntityDraft {
  readonly properties: JsonObject
  readonly relations: DraftRelations
}

/** The ids of the entities that each end refers to, in order, by the key of the end. */
export type DraftRelations = Readonly<Record<string, readonly number[]>>

/** An entity as the service accepts it: options with their identifier only. Its relations must be in full. */
export function draftOf(entity: Entity, definition: EntityDefinition): EntityDraft {
  return {
    properties: Object.fromEntries(
      propertiesOf(definition).map(({ name, datasource }) => {
        const value = entity.properties[name] ?? null

        return [name, datasource ? withIdentifierOnly(value) : value]
      }),
    ),
    relations: Object.fromEntries(endsOf(definition).map((end) => [end.key, relatedIds(entity, end)])),
  }
}

export function withIdentifierOnly(value: Json): Json {
  if (Array.isArray(value)) return value.map(withIdentifierOnly)
  if (!isObject(value)) return value

  return typeof value['identifier'] === 'string'
    ? { identifier: value['identifier'] }
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIdentifierOnly(each)]))
}

/** A part of an entity that is changed by itself: a property, or an end of a relation. */
export interface DraftField {
  readonly key: string
  /** The name of its property or relation. */
  readonly label: string
  /** Null, or an empty list, if it has no value. */
  readonly valueIn: (draft: EntityDraft) => Json
  readonly withValue: (draft: EntityDraft, value: Json) => EntityDraft
}

function fieldsOf(definition: EntityDefinition): DraftField[] {
  const properties = propertiesOf(definition).map(({ name }): DraftField => ({
    key: name,
    label: name,
    valueIn: ({ properties }) => properties[name] ?? null,
    withValue: (draft, value) => ({ ...draft, properties: { ...draft.properties, [name]: value } }),
  }))
  const ends = endsOf(definition).map(({ key, name }): DraftField => ({
    key,
    label: name,
    valueIn: ({ relations }) => [...(relations[key] ?? [])],
    withValue: (draft, ids) => ({
      ...draft,
      relations: { ...draft.relations, [key]: Array.isArray(ids) ? ids.map(Number) : [] },
    }),
  }))

  return [...properties, ...ends]
}

/** Applies to the version that someone else has saved what I changed since the version that I opened. */
export function merge(
  definition: EntityDefinition,
  { opened, mine, theirs }: Readonly<Record<'opened' | 'mine' | 'theirs', EntityDraft>>,
) {
  const fields = fieldsOf(definition)
  const differs = (one: EntityDraft, other: EntityDraft) => (field: DraftField) =>
    !isSame(field.valueIn(one), field.valueIn(other))
  const changed = fields.filter(differs(mine, opened))

  return {
    /** Theirs with what I changed. */
    draft: changed.reduce((draft, field) => field.withValue(draft, field.valueIn(mine)), theirs),
    /** What both changed, to different values. */
    collisions: changed.filter(differs(theirs, opened)).filter(differs(theirs, mine)),
    /** What only they changed. */
    theirsOnly: fields.filter((field) => !changed.includes(field)).filter(differs(theirs, opened)),
  }
}

export function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The properties that differ; `before` without a property means that it is null. */
export function changedProperties(draft: JsonObject, before: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => !isSame(value, before[name] ?? null)),
  )
}

export function changedEnds(
  draft: DraftRelations,
  before: DraftRelations,
  ends: readonly RelationEnd[],
): RelationEnd[] {
  return ends.filter(({ key }) => String(draft[key] ?? []) !== String(before[key] ?? []))
}

/**
 * The relation resources with these ends, by name, as the member `relations` of a create has them (interface 4.2.4):
 * `{parents: [links]}`, or `{parent: link | null}`; no links clear an end.
 */
export function relationBodies(draft: DraftRelations, ends: readonly RelationEnd[]): Record<string, object> {
  const bodies: Record<string, object> = {}

  for (const { key, name, side, isSingle } of ends) {
    const links = (draft[key] ?? []).map((id): Link => ({ href: `${absoluteServiceUrl}/api/entities/${id}` }))
    const member = isSingle
      ? { [side === 'parents' ? 'parent' : 'child']: links[0] ?? null }
      : { [side]: links }

    bodies[name] = { ...bodies[name], ...member }
  }

  return bodies
}

import { z } from 'zod'
import { isObject, Json, linkPath, decodeUriPart } from '../shared/json.ts'
import { definitionNamed } from '../definitions/by-name.ts'
import type { Data } from '../data-tables.ts'

/** Ids of the related entities, in the order of the request. */
export const RelatedIds = z.object({
  /** The entities of which this one is a child. */
  parents: z.array(z.int()).optional(),
  /** The entities of which this one is a parent. */
  children: z.array(z.int()).optional(),
})
export type RelatedIds = z.infer<typeof RelatedIds>

/**
 * A stored entity, from which the resource (interface 2.2) is built. Records are replaced, never changed.
 *
 * In `properties`, an option is stored as its identifier, a multi-language value as culture -> value, and a multi-value
 * property as an array. Empty properties and relations are omitted.
 */
export const Entity = z.object({
  id: z.int().positive(),
  identifier: z.string().min(1),
  definition: z.string(),
  cultures: z.array(z.string()),
  properties: z.record(z.string(), Json),
  relations: z.record(z.string(), RelatedIds),
  /** The index keys of unique properties (`uniqueValueKey()`). */
  uniqueValues: z.array(z.string()).default([]),
  version: z.int().positive(),
  createdOn: z.string(),
  createdBy: z.int(),
  modifiedOn: z.string(),
  modifiedBy: z.int(),
})
export type Entity = z.infer<typeof Entity>

/**
 * The schema of the table: it does not validate properties and relations, which would take most of the time of a start.
 * Rules and the reader of data files have validated them.
 */
export const StoredEntity: z.ZodType<Entity> = Entity.extend({
  properties: z.custom<Entity['properties']>(isObject),
  relations: z.custom<Entity['relations']>(isObject),
})

const entityPath = /\/entities\/(\d+)$/i
const identifierPath = /\/entities\/identifier\/([^/]+)$/i
const definitionPath = /\/entitydefinitions\/([^/]+)$/i
const relationPath = /\/entities\/(-?\d+)\/relations\/([^/]+)$/i

/** The id of the entity that a link points to. The link may be absolute or relative, with any host and path prefix. */
export function entityIdOf(data: Data, href: string): number | undefined {
  const path = linkPath(href)
  const id = entityPath.exec(path)?.[1]

  if (id) return Number(id)

  const identifier = identifierPath.exec(path)?.[1]

  return identifier === undefined ? undefined : findByIdentifier(data, decodeUriPart(identifier))?.id
}

/** The warning of an id of 0 or less, which existing clients send for none. */
export function absentId(id: number | null | undefined): string {
  return `The id ${id} counts as absent: ids are greater than 0.`
}

/** The name of the definition that a link points to, by name or id. */
export function definitionNameOf(data: Data, href: string): string | undefined {
  const name = definitionPath.exec(linkPath(href))?.[1]

  if (name === undefined) return undefined

  if (/^\d+$/.test(name)) return data.definitions.find('id', name)?.name

  const given = decodeUriPart(name)

  return definitionNamed(data, given)?.name ?? given
}

/** The entity id and relation name in a link to a relation resource. */
export function relationOf(href: string): { entityId: number; relation: string } | undefined {
  const [, id, relation] = relationPath.exec(linkPath(href)) ?? []

  return id !== undefined && relation !== undefined
    ? { entityId: Number(id), relation: decodeUriPart(relation) }
    : undefined
}

export function findByIdentifier(data: Data, identifier: string): Entity | undefined {
  return data.entities.find('identifier', identifier)
}

/** The entities with these ids, of those that exist. */
export function entitiesWithIds(data: Data, ids: Iterable<number>): Entity[] {
  return Array.from(ids, (id) => data.entities.get(id)).filter((entity) => entity !== undefined)
}

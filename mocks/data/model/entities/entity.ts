import { z } from 'zod'
import { isObject, Json } from '../shared/json.ts'

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

import { z } from 'zod'
import { Json } from '../shared/json.ts'

/** Ids of the entities at the other ends, in the order the client gave them. */
export const RelationEnds = z.object({
  /** This entity is the child. */
  parents: z.array(z.int()).optional(),
  /** This entity is the parent. */
  children: z.array(z.int()).optional(),
})
export type RelationEnds = z.infer<typeof RelationEnds>

/**
 * An entity as it is stored; the resource (interface 2.2) is built from it. Records are replaced, never changed.
 *
 * `properties` holds an option-list value as its identifier, a multi-language value as culture -> value and a
 * multi-value property as an array. Empty properties and relations are omitted.
 */
export const Entity = z.object({
  id: z.int().positive(),
  identifier: z.string().min(1),
  definition: z.string(),
  cultures: z.array(z.string()),
  properties: z.record(z.string(), Json),
  relations: z.record(z.string(), RelationEnds),
  /** Values of unique properties, as `uniqueValueKey()` gives them. */
  uniqueValues: z.array(z.string()).default([]),
  version: z.int().positive(),
  createdOn: z.string(),
  createdBy: z.int(),
  modifiedOn: z.string(),
  modifiedBy: z.int(),
})
export type Entity = z.infer<typeof Entity>

/**
 * An entity as its table checks it: not into properties and relations, which the rules and the reader of data files
 * have checked, and which would take most of the time of a start.
 */
export const StoredEntity: z.ZodType<Entity> = Entity.extend({
  properties: z.custom<Entity['properties']>(isObject),
  relations: z.custom<Entity['relations']>(isObject),
})

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

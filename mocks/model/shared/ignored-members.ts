import { z } from 'zod'

const ignored = z.registry<{ readonly names: readonly string[] }>()

/** Members of responses that say who made a record and when; clients send them back. */
export const auditMembers = ['created_by', 'created_on', 'modified_by', 'modified_on']

/**
 * Returns the schema of an object unchanged, and registers further members that existing clients are known to send:
 * they are ignored without a warning, and the contract lists them.
 */
export function withIgnored<T extends z.ZodType>(schema: T, names: readonly string[]): T {
  ignored.add(schema, { names })

  return schema
}

/** The members that are ignored in a schema's objects without a warning. */
export function ignoredMembers(schema: z.core.$ZodType): readonly string[] {
  return ignored.get(schema)?.names ?? []
}

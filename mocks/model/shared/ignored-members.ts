import { z } from 'zod'

const ignored = z.registry<{ readonly names: readonly string[] }>()

/** Members of responses that tell who wrote a record and when; clients send them back. */
export const auditMembers = ['created_by', 'created_on', 'modified_by', 'modified_on']

/**
 * Registers further members for the schema of an object, which existing clients send: they are ignored without a
 * warning, and the contract lists them. Returns the schema unchanged.
 */
export function withIgnored<T extends z.ZodType>(schema: T, names: readonly string[]): T {
  ignored.add(schema, { names })

  return schema
}

/** The members that are ignored without a warning. */
export function ignoredMembers(schema: z.core.$ZodType): readonly string[] {
  return ignored.get(schema)?.names ?? []
}

import { z } from 'zod'

const inVain = z.registry<{ readonly names: readonly string[] }>()

/** Of who made a record and when: answers have it, and clients send them back. */
export const auditMembers = ['created_by', 'created_on', 'modified_by', 'modified_on']

/**
 * The same schema of an object, with members beside its own that existing clients are known to send though nobody reads
 * them: they are in the contract, and no warning is given of them.
 */
export function alsoTaking<T extends z.ZodType>(schema: T, names: readonly string[]): T {
  inVain.add(schema, { names })

  return schema
}

/** The members that are sent to a schema's objects in vain. */
export function membersInVain(schema: z.core.$ZodType): readonly string[] {
  return inVain.get(schema)?.names ?? []
}

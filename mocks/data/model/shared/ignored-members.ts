import { z } from 'zod'

interface IgnoredMembers {
  readonly names: readonly string[]
  /** Those that have an effect in the real service: ignored with a warning, unless they are empty. */
  readonly unsupported: readonly string[]
}

const ignored = z.registry<IgnoredMembers>()

/** Members of responses that tell who wrote a record and when, as `omit()` of a schema takes them. */
export const auditMask = { created_by: true, created_on: true, modified_by: true, modified_on: true } as const

/** Their names; clients send them back. */
export const auditMembers = Object.keys(auditMask)

/**
 * Registers further members for the schema of an object, which existing clients send: they are ignored, and the contract
 * lists them. Returns the schema unchanged.
 *
 * @param names of members that change nothing that matters; they are ignored without a warning
 * @param unsupported names of members that have an effect in the real service; unless empty, each is a warning
 */
export function withIgnored<T extends z.ZodType>(
  schema: T,
  names: readonly string[],
  unsupported: readonly string[] = [],
): T {
  ignored.add(schema, { names: [...names, ...unsupported], unsupported })

  return schema
}

export function ignoredMembers(schema: z.core.$ZodType): IgnoredMembers {
  return ignored.get(schema) ?? { names: [], unsupported: [] }
}

/** Whether a member says nothing, as clients send it that send every member. */
export function isEmptyMember(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).every(isEmptyMember) : !value
}

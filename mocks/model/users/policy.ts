import { z } from 'zod'

/** What the members of a user group may do. */
export const permissions = ['Read', 'Download', 'Create', 'Update', 'Delete', 'Administer'] as const
export type Permission = (typeof permissions)[number]

export const PolicyRule = z.object({
  identifier: z.string().min(1),
  permissions: z.array(z.enum(permissions)),
  /** Names of the definitions that the rule is about; every definition when there are none. */
  definitions: z.array(z.string()).default([]),
})
export type PolicyRule = z.infer<typeof PolicyRule>

/** The rules of a user group; its id is that of the group. */
export const Policy = z.object({ id: z.int(), rules: z.array(PolicyRule) })
export type Policy = z.infer<typeof Policy>

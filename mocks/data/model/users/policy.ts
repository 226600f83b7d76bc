import { z } from 'zod'
import { EntityIdOrLink, NameOrLink, UserIdOrLink } from '../shared/json.ts'
import { withIgnored, auditMembers } from '../shared/ignored-members.ts'

/** The permissions on entities, with their names in the public documentation. Rules may use others. */
export const permissions = [
  'Read',
  'Download',
  'Create',
  'Update',
  'Delete',
  'Submit',
  'DirectPublish',
  'Approve',
  'Reject',
  'Archive',
  'Restore',
  'CreateAnnotations',
  'Administer',
] as const

/** The entities a rule applies to: all descendants of `entities`, or `direct_entities` with their direct children. */
const RuleCondition = z.object({
  entities: z.array(EntityIdOrLink).default([]),
  direct_entities: z.array(EntityIdOrLink).default([]),
})

export const PolicyRule = z.object({
  identifier: z.string().min(1).optional(),
  permissions: z.array(z.string()),
  /** Names of the definitions the rule applies to; every definition when empty. */
  definitions: z.array(NameOrLink).default([]),
  conditions: z.array(RuleCondition).default([]),
  createdByLoggedOnUser: z.boolean().default(false),
  type: z.enum(['Regular', 'BuiltIn']).default('Regular'),
  is_system_owned: z.boolean().default(false),
})
export type PolicyRule = z.infer<typeof PolicyRule>

/** Whether a member, or the members of a group, may be read and written. */
const MemberSecurity = z.object({
  definition: NameOrLink,
  /** Name of the member or the group. */
  target: z.string(),
  can_read: z.boolean().default(false),
  can_write: z.boolean().default(false),
})
export type MemberSecurity = z.infer<typeof MemberSecurity>

/** The members of a policy that a request can set. */
export const PolicyInput = z.object({
  rules: z.array(PolicyRule),
  member_security: z.array(MemberSecurity).default([]),
  membergroup_security: z.array(MemberSecurity).default([]),
})
export type PolicyInput = z.infer<typeof PolicyInput>
withIgnored(PolicyInput, [...auditMembers, 'self', 'user', 'usergroup'])

/** The policy of a user or a user group; its id is that of the user or the group. */
export const Policy = PolicyInput.extend({
  id: z.int(),
  created_on: z.string().optional(),
  created_by: UserIdOrLink.optional(),
  modified_on: z.string().optional(),
  modified_by: UserIdOrLink.optional(),
})
export type Policy = z.infer<typeof Policy>

import { z } from 'zod'
import type { Links } from '../../http/replies/links.ts'
import { Link } from '../../model/shared/json.ts'
import type { MemberSecurity, Policy } from '../../model/users/policy.ts'
import { nameOfRule } from '../../sandbox/access/policies.ts'

const RuleResource = z.object({
  identifier: z.string(),
  definitions: z.array(Link),
  conditions: z.array(z.object({ entities: z.array(Link), direct_entities: z.array(Link) })),
  permissions: z.array(z.string()),
  createdByLoggedOnUser: z.boolean(),
  type: z.enum(['Regular', 'BuiltIn']),
  is_system_owned: z.boolean(),
})

const SecurityResource = z.object({
  definition: Link,
  target: z.string(),
  can_read: z.boolean(),
  can_write: z.boolean(),
})

/** The policy of a user (`user`) or of a user group (`usergroup`). */
export const PolicyResource = z
  .object({
    rules: z.array(RuleResource),
    member_security: z.array(SecurityResource),
    membergroup_security: z.array(SecurityResource),
    user: Link.optional(),
    usergroup: Link.optional(),
    created_by: Link.nullable(),
    created_on: z.string().nullable(),
    modified_by: Link.nullable(),
    modified_on: z.string().nullable(),
    self: Link,
  })
  .meta({ id: 'Policy' })
export type PolicyResource = z.infer<typeof PolicyResource>

export function policyResource(policy: Policy, isOfGroup: boolean, links: Links): PolicyResource {
  const { id, rules, created_by, created_on, modified_by, modified_on } = policy
  const principal = links.entity(id)
  const security = (each: MemberSecurity) => ({ ...each, definition: links.definition(each.definition) })

  return {
    rules: rules.map((rule, index) => ({
      ...rule,
      identifier: nameOfRule(rule, index),
      definitions: rule.definitions.map((name) => links.definition(name)),
      conditions: rule.conditions.map(({ entities, direct_entities }) => ({
        entities: entities.map((entity) => links.entity(entity)),
        direct_entities: direct_entities.map((entity) => links.entity(entity)),
      })),
    })),
    member_security: policy.member_security.map(security),
    membergroup_security: policy.membergroup_security.map(security),
    ...(isOfGroup ? { usergroup: principal } : { user: principal }),
    created_by: links.user(created_by),
    created_on: created_on ?? null,
    modified_by: links.user(modified_by),
    modified_on: modified_on ?? null,
    self: links.to(`/api/policies/${id}`),
  }
}

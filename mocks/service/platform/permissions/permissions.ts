import { z } from 'zod'
import type { Call } from '../../http/call.ts'
import { reply, getAndHead, post, observed, decision, type Route } from '../../http/declare-route.ts'
import { json, type Reply, noContent } from '../../http/replies/reply.ts'
import { Link } from '../../../data/model/shared/json.ts'
import { grantsOf, isGroup, policyOf, nameOfRule } from '../../../sandbox/access/policies.ts'
import { userById } from '../../../data/model/users/users.ts'
import { entityById } from '../../../data/model/entities/references.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import { auditOf } from '../../../data/model/entities/entities.ts'
import { PolicyInput, type MemberSecurity, type Policy } from '../../../data/model/users/policy.ts'
import type { Links } from '../../http/replies/links.ts'

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
const PolicyResource = z
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
type PolicyResource = z.infer<typeof PolicyResource>

function policyResource(policy: Policy, isOfGroup: boolean, links: Links): PolicyResource {
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

/** Policies of users and user groups; permissions are derived from them. */
export const policies: Route[] = [
  getAndHead('/api/policies/:id', readPolicy, {
    description: 'Reads the policy of a user or a user group.',
    source: observed('existing clients'),
    decisions: [
      decision(
        'Policies are stored and returned but not enforced: access depends on the role of the user. The permissions of a user follow from their rules. A rule applies to an entity if each of its conditions does: the entity or an ancestor, by relations that inherit security, is one of `entities`, or the entity or a parent one of `direct_entities`.',
      ),
    ],
    params: { id: entityId },
    replies: { 200: reply('The policy.', PolicyResource) },
  }),
  post('/api/policies/:id', setPolicy, {
    description: 'Replaces a policy.',
    source: observed('existing clients'),
    access: 'administer',
    params: { id: entityId },
    body: PolicyInput,
    replies: { 204: reply('The policy was replaced.') },
  }),
]

function readPolicy({ data, links, params }: Call<{ id: string }>): Reply {
  const policy = policyOf(data, Number(params.id))

  return json(policyResource(policy, isGroup(data, policy.id), links))
}

async function setPolicy(call: Call<{ id: string }, PolicyInput>): Promise<Reply> {
  const { body } = call

  call.change((draft, author) => {
    const { id, created_on, created_by } = policyOf(draft, Number(call.params.id))

    draft.policies.put({
      ...body,
      id,
      created_on: created_on ?? author.now,
      created_by: created_by ?? author.userId,
      ...auditOf(author),
    })
  })

  return noContent()
}

const Permissions = z.object({ permissions: z.array(z.string()), self: Link })

const ExplainedPermissions = z.object({
  permissions: z.array(
    z.object({
      permission: z.string(),
      policies: z.array(
        z.object({ is_group_policy: z.boolean(), policy: Link, rule_identifiers: z.array(z.string()) }),
      ),
    }),
  ),
})

/** The permissions of users on an entity, by their policies. They are not enforced: access depends on the user's role. */
export const permissionRoutes: Route[] = [
  getAndHead('/api/entities/:id/permissions', readPermissions, {
    description: 'Returns the permissions of the calling user on an entity.',
    source: observed('existing clients'),
    params: { id: entityId },
    replies: { 200: reply('The permissions.', Permissions) },
  }),
  getAndHead('/api/entities/:id/permissions/:userId', explainPermissions, {
    description: 'Returns the permissions of a user on an entity, and the policies that grant them.',
    source: observed('existing clients'),
    params: { id: entityId, userId: entityId },
    replies: { 200: reply('The permissions.', ExplainedPermissions) },
  }),
]

function readPermissions(call: Call<{ id: string }>): Reply {
  const entity = entityById(call.data, call.params.id)

  return json({
    permissions: grantsOf(call.data, call.user, entity).map(({ permission }) => permission),
    self: call.links.to(`/api/entities/${entity.id}/permissions`),
  })
}

function explainPermissions(call: Call<{ id: string; userId: string }>): Reply {
  const entity = entityById(call.data, call.params.id)
  const user = userById(call.data, call.params.userId)

  return json({
    permissions: grantsOf(call.data, user, entity).map(({ permission, policies }) => ({
      permission,
      policies: policies.map(({ id, isOfGroup, rules }) => ({
        is_group_policy: isOfGroup,
        policy: call.links.to(`/api/policies/${id}`),
        rule_identifiers: rules,
      })),
    })),
  })
}

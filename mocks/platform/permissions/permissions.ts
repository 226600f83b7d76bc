import { z } from 'zod'
import type { Call } from '../../http/call.ts'
import { reply } from '../../http/declaration/reply.ts'
import { getAndHead, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { Link } from '../../model/shared/json.ts'
import { grantsOf } from '../../sandbox/access/policies.ts'
import { userById } from '../../sandbox/access/users.ts'
import { entityById } from '../../api/entities/entity-reads.ts'
import { entityId } from '../../api/entities/entity-schema.ts'

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

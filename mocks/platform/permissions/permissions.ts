import { z } from 'zod'
import type { Call } from '../../http/call.ts'
import { json, noContent, type Reply } from '../../http/replies/reply.ts'
import { post, read, type Route } from '../../http/routing/route.ts'
import { NotFound } from '../../model/shared/errors.ts'
import { PolicyRule } from '../../model/users/policy.ts'
import { grantsOf, policyOf } from '../../sandbox/access/policies.ts'
import { readUser } from '../../sandbox/access/users.ts'
import { byId } from '../../api/entities/entities.ts'

/**
 * Permissions and the policies they come from. They are shown as clients read them; what a request may do is
 * decided by the user's role.
 */
export const permissions: Route[] = [
  read('/api/entities/:id/permissions', readPermissions),
  read('/api/entities/:id/permissions/:userId', explainPermissions),
  read('/api/policies/:id', readPolicy),
  post('/api/policies/:id', setPolicy, { access: 'administer' }),
]

function readPermissions(call: Call<{ id: string }>): Reply {
  const { definition } = byId(call.data, call.params.id)

  return json({ permissions: grantsOf(call.data, call.user, definition).map(({ permission }) => permission) })
}

function explainPermissions(call: Call<{ id: string; userId: string }>): Reply {
  const { definition } = byId(call.data, call.params.id)
  const user = readUser(call.data, Number(call.params.userId))

  if (!user) throw new NotFound(`User ${call.params.userId.slice(0, 100)} was not found.`)

  return json({
    permissions: grantsOf(call.data, user, definition).map(({ permission, policies }) => ({
      permission,
      policies: policies.map(({ groupId, rules }) => ({
        is_group_policy: true,
        policy: call.links.to(`/api/policies/${groupId}`),
        rule_identifiers: rules,
      })),
    })),
  })
}

function readPolicy(call: Call<{ id: string }>): Reply {
  const policy = policyOf(call.data, Number(call.params.id))

  return json({
    ...policy,
    user_group: call.links.entity(policy.id),
    self: call.links.to(`/api/policies/${policy.id}`),
  })
}

/** Replaces the rules. */
async function setPolicy(call: Call<{ id: string }>): Promise<Reply> {
  const { rules } = call.json(z.object({ rules: z.array(PolicyRule) }))

  await call.change((draft) => {
    const { id } = policyOf(draft, Number(call.params.id))

    draft.policies.put({ id, rules })
  })

  return noContent()
}

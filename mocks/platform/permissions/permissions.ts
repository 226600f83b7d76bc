import { z } from 'zod'
import type { Call } from '../../http/call.ts'
import { json, noContent, type Reply } from '../../http/replies/reply.ts'
import { anyObject, reply } from '../../http/declaration/reply.ts'
import { post, read, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { NotFound } from '../../model/shared/errors.ts'
import { PolicyRule } from '../../model/users/policy.ts'
import { grantsOf, policyOf } from '../../sandbox/access/policies.ts'
import { readUser } from '../../sandbox/access/users.ts'
import { byId } from '../../api/entities/entities.ts'
import { entityId } from '../../api/entities/entity-schema.ts'

const PolicyInput = z.object({ rules: z.array(PolicyRule) })
type PolicyInput = z.infer<typeof PolicyInput>

/**
 * Permissions and the policies they come from. They are shown as clients read them; what a request may do is
 * decided by the user's role.
 */
export const permissions: Route[] = [
  read('/api/entities/:id/permissions', readPermissions, {
    does: 'Tells what the calling user may do with an entity.',
    source: observed('existing clients'),
    params: { id: entityId },
    replies: { 200: reply('The permissions.', anyObject) },
  }),
  read('/api/entities/:id/permissions/:userId', explainPermissions, {
    does: 'Tells what a user may do with an entity, and by which policies.',
    source: observed('existing clients'),
    params: { id: entityId, userId: entityId },
    replies: { 200: reply('The permissions.', anyObject) },
  }),
  read('/api/policies/:id', readPolicy, {
    does: 'Reads the policy of a user group.',
    source: observed('existing clients'),
    params: { id: entityId },
    replies: { 200: reply('The policy.', anyObject) },
  }),
  post('/api/policies/:id', setPolicy, {
    does: 'Replaces the rules of a policy.',
    source: observed('existing clients'),
    access: 'administer',
    params: { id: entityId },
    body: PolicyInput,
    replies: { 204: reply('The rules were replaced.') },
  }),
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

async function setPolicy(call: Call<{ id: string }, PolicyInput>): Promise<Reply> {
  const { rules } = call.body

  await call.change((draft) => {
    const { id } = policyOf(draft, Number(call.params.id))

    draft.policies.put({ id, rules })
  })

  return noContent()
}

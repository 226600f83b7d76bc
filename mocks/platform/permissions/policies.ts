import type { Call } from '../../http/call.ts'
import { reply } from '../../http/declaration/reply.ts'
import { post, getAndHead, type Route } from '../../http/declaration/route.ts'
import { decision, observed } from '../../http/declaration/source.ts'
import { json, noContent, type Reply } from '../../http/replies/reply.ts'
import { auditOf } from '../../model/entities/entities.ts'
import { PolicyInput } from '../../model/users/policy.ts'
import { policyOf } from '../../sandbox/access/policies.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import { policyResource, PolicyResource } from './policy-resource.ts'

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
  const isOfGroup = data.entities.get(policy.id)?.definition === 'UserGroup'

  return json(policyResource(policy, isOfGroup, links))
}

async function setPolicy(call: Call<{ id: string }, PolicyInput>): Promise<Reply> {
  const { body, author } = call

  await call.change((draft) => {
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

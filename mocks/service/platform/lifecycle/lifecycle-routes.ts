import { z } from 'zod'
import type { BodyCall, Call } from '../../http/call.ts'
import { optionalBody, oneOf } from '../../http/declare-request.ts'
import { reply, post, getAndHead, decision, observed, type Route } from '../../http/declare-route.ts'
import { json, noContent, type Reply } from '../../http/replies/reply.ts'
import {
  applyAction,
  hasLifecycle,
  transitions,
  type LifecycleAction,
} from '../../../data/model/lifecycle/lifecycle.ts'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import { Link } from '../../../data/model/shared/json.ts'
import { availableNames } from '../../../data/model/shared/suggestion.ts'
import { grantsOf } from '../../../sandbox/access/policies.ts'
import { entityById } from '../../../data/model/entities/references.ts'
import { entityId } from '../../api/entities/entity-schema.ts'

const actions = Object.keys(transitions) as readonly LifecycleAction[] // the keys of a constant

const Lifecycle = z.object({ actions: z.record(z.string(), Link), self: Link })

const ActionInput = z.object({ reason: z.string().nullish() })
/** The lifecycle of assets: Created, UnderReview, Approved, Rejected, Archived, Deleted. */
export const lifecycle: Route[] = [
  getAndHead('/api/entities/:id/lifecycle', readLifecycle, {
    description:
      'Lists the actions for which the user has the permission, including those not allowed in the present status.',
    source: observed('the public documentation'),
    params: { id: entityId },
    replies: { 200: reply('The actions.', Lifecycle) },
  }),
  post('/api/entities/:id/lifecycle/:action', performAction, {
    description: 'Performs a lifecycle action on an entity. Rejecting requires a reason.',
    source: observed('programs that upload and publish'),
    decisions: [
      decision('Any user who may write may perform it: permissions affect only the listed actions.'),
    ],
    params: { id: entityId, action: oneOf(actions, 'The action.') },
    body: optionalBody(ActionInput),
    replies: { 204: reply('The action was performed.') },
  }),
]

function readLifecycle(call: Call<{ id: string }>): Reply {
  const entity = entityById(call.data, call.params.id)
  const granted = new Set(grantsOf(call.data, call.user, entity).map(({ permission }) => permission))
  const permitted = hasLifecycle(call.data, entity.definition)
    ? Object.entries(transitions).filter(([, { permission }]) => granted.has(permission))
    : []

  return json({
    actions: Object.fromEntries(
      permitted.map(([action]) => [action, call.links.to(`/api/entities/${entity.id}/lifecycle/${action}`)]),
    ),
    self: call.links.to(`/api/entities/${entity.id}/lifecycle`),
  })
}

async function performAction(
  call: BodyCall<typeof ActionInput, { id: string; action: string }>,
): Promise<Reply> {
  const { id } = call.params
  const action = actionNamed(call.params.action)

  if (action === 'reject' && !call.body.reason) {
    throw new InvalidRequest({ reason: 'Rejecting requires a reason: {"reason": "..."}.' })
  }

  call.change((draft, author) => {
    applyAction(draft, entityById(draft, id), action, author)
  })

  return noContent()
}

function actionNamed(name: string): LifecycleAction {
  const action = actions.find((each) => each === name.toLowerCase())

  if (!action) {
    throw new InvalidRequest({
      action: `There is no action "${name.slice(0, 100)}". ${availableNames(actions)}`,
    })
  }

  return action
}

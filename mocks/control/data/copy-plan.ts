import { entityById } from '../../api/entities/entity-reads.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { optionalBody } from '../../http/declaration/body.ts'
import { culture } from '../../http/declaration/parameters.ts'
import { reply } from '../../http/declaration/reply.ts'
import type { Route } from '../../http/declaration/route.ts'
import { post } from '../control-route.ts'
import { CopyOptions } from '../../model/copy/copy-options.ts'
import { placeholderId } from '../../model/copy/pairs.ts'
import { planCopy } from '../../model/copy/plan-copy.ts'
import { loadRegularExpressions } from '../../model/shared/regular-expressions.ts'
import { CopyPlanResource, copyPlanResource } from './copy-plan-resource.ts'

/** The plan of a copy, from the body of a copy request. */
export const copyPlan: Route[] = [
  post('/__sandbox/copy-plan/:id', readCopyPlan, {
    description: 'Returns what a copy with this body would do, without executing it.',
    params: { id: entityId },
    query: { culture },
    body: optionalBody(CopyOptions),
    replies: { 200: reply('The plan.', CopyPlanResource) },
  }),
]

async function readCopyPlan(call: Call<{ id: string }, CopyOptions>): Promise<Reply> {
  await loadRegularExpressions()

  const source = entityById(call.data, call.params.id)
  const plan = planCopy(call.data, source, call.body, { culture: call.culture, newId: placeholderId })

  return json(copyPlanResource(call.data, plan))
}

import { byId } from '../../api/entities/entities.ts'
import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { post, type Route } from '../../http/routing/route.ts'
import { CopyOptions } from '../../model/copy/copy-options.ts'
import { planCopy } from '../../model/copy/plan-copy.ts'
import { copyPlanResource } from './copy-plan-resource.ts'

/** What a copy would do: the same body as the copy request, and nothing changes. */
export const copyPlan: Route[] = [post('/__sandbox/copy-plan/:id', readCopyPlan, { access: 'open' })]

function readCopyPlan(call: Call<{ id: string }>): Reply {
  const source = byId(call.data, call.params.id)
  const plan = planCopy(call.data, source, call.jsonOrNothing(CopyOptions), call.culture)

  return json(copyPlanResource(call.data, plan))
}

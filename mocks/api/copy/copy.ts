import type { Entity } from '../../model/entities/entity.ts'
import { CopyOptions } from '../../model/copy/copy-options.ts'
import { executeCopy } from '../../model/copy/execute-copy.ts'
import { planCopy } from '../../model/copy/plan-copy.ts'
import { recordJob } from '../../model/statistics/record-job.ts'
import type { Call } from '../../http/call.ts'
import { created, json, type Reply } from '../../http/replies/reply.ts'
import { post, type Route } from '../../http/routing/route.ts'
import { byId } from '../entities/entities.ts'

/** Copy of an entity into a new or an existing one (interface 1.2 and 4.1.9). */
export const copy: Route[] = [post('/api/entities/:id/copy', copyEntity)]

/** Answers 201 for a new target and 200 for a destination, which interface 4.3.8 leaves open. */
async function copyEntity(call: Call<{ id: string }>): Promise<Reply> {
  const options = call.jsonOrNothing(CopyOptions)
  const { target, isNew } = await call.change((draft): { target: Entity; isNew: boolean } => {
    const plan = planCopy(draft, byId(draft, call.params.id), options, call.culture)

    const target = executeCopy(draft, plan, call.author)

    recordJob(draft, { type: 'EntityCopy', entities: plan.copies.length }, call.author)

    return { target, isNew: plan.copies[0].pair.existing === undefined }
  })
  const self = call.links.entity(target.id)
  const body = { id: target.id, identifier: target.identifier, self }

  return isNew ? created(self.href, body) : json(body, 200, { Location: self.href })
}

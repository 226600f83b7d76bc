import type { Entity } from '../../../data/model/entities/entity.ts'
import { CopyOptions } from '../../../data/model/copy/copy-options.ts'
import { freshEntityId } from '../../../data/model/entities/entities.ts'
import { executeCopy, planCopy, addCompletedCopy } from '../../../data/model/copy/copy-entity.ts'
import type { Call } from '../../http/call.ts'
import { created, json, type Reply } from '../../http/replies/reply.ts'
import { optionalBody, culture } from '../../http/declare-request.ts'
import { accepting, reply, post, decision, documented, type Route } from '../../http/declare-route.ts'
import { entityById } from '../../../data/model/entities/references.ts'
import { entityId, EntityReference } from '../entities/entity-schema.ts'

export const copyReplies = {
  200: reply('The values were copied into the destination.', EntityReference, {
    Location: 'Address of the destination.',
  }),
  201: reply('The copy was created.', EntityReference, { Location: 'Address of the copy.' }),
}

/** Copying an entity to a new or an existing one (interface 1.2 and 4.1.9). */
export const copy: Route[] = [
  post('/api/entities/:id/copy', copyEntity, {
    description: 'Copies an entity to a new entity, or to the existing entity `destination_entity_id`.',
    source: documented('4.1.9 and 4.3.1 to 4.3.7'),
    decisions: [
      decision(
        'A copy to a new target returns 201, to an existing one 200; both with Location and {id, identifier, self}. A copy is atomic and has at most 1,000 entities.',
        '4.3.8',
      ),
      accepting(
        'An id of 0 or less counts as absent, and so do empty lists of options beside a profile.',
        '2.3.1 and 4.3.4',
        'accepted',
      ),
      accepting('Methods are accepted in any letter case.', '2.3.4 and 2.3.5', 'rejected'),
      decision('The default method is Keep, or for relations whose references can not be shared, Ignore.'),
      decision(
        'An option that would take references from the source (Keep, Overwrite or Append, where the other end allows only one) is rejected with 400; the error suggests Copy.',
      ),
      decision(
        'After Keep and Overwrite the target has the source’s references; after Append, its own followed by the source’s; after Remove, none; after Ignore, its own; after Copy, only references to copies. An entity is copied once, and references between copied entities become references between their copies.',
      ),
      decision(
        'A copy profile is an entity of definition M.CopyProfile. Unknown profiles and destinations, and relation options without a method, are rejected with 400; that of a property is Keep by default.',
      ),
      accepting(
        'Keep, the default, does not copy a unique value: a destination keeps its own, a new target has none or, if it is mandatory or the address of a public link, the next free value.',
        '4.3.6',
        'accepted',
      ),
      accepting('An option may name Keep for a unique property of a new target.', '4.3.6', 'rejected'),
      decision(
        'A copy has an identifier of its own. The new_value of Overwrite is a text that is converted to the property’s type. Uploaded files go with FileProperties.',
      ),
    ],
    params: { id: entityId },
    query: { culture },
    body: optionalBody(CopyOptions),
    replies: copyReplies,
  }),
]

/** Interface 4.3.8 leaves the status open. `copyasync` is the same: complete when it is answered. */
export function copyEntity(call: Call<{ id: string }, CopyOptions>): Reply {
  const { body: options, culture, warn } = call
  const { target, isNew } = call.change((draft, author): { target: Entity; isNew: boolean } => {
    const newId = () => freshEntityId(draft)
    const plan = planCopy(draft, entityById(draft, call.params.id), options, { culture, newId, warn })
    const target = executeCopy(draft, plan, author)

    addCompletedCopy(draft, plan.copies.length, author)

    return { target, isNew: plan.copies[0].pair.destination === undefined }
  })
  const self = call.links.entity(target.id)
  const body = { id: target.id, identifier: target.identifier, self }

  return isNew ? created(self.href, body) : json(body, 200, { Location: self.href })
}

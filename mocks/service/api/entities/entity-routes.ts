import {
  checkSameDefinition,
  saveEntity,
  updateEntity,
  deleteEntities,
} from '../../../data/model/entities/entities.ts'
import {
  EntityUpdate,
  EntityUpdateByIdentifier,
  EntityInput,
  identifierRule,
} from '../../../data/model/entities/entity-input.ts'
import type { BodyCall, Call } from '../../http/call.ts'
import { checkPreconditions } from '../../http/before-operation.ts'
import { recordHashOf, tagOf } from '../../http/replies/etag.ts'
import { created, noContent, type Reply } from '../../http/replies/reply.ts'
import { culture } from '../../http/declare-request.ts'
import {
  ErrorBody,
  optional,
  reply,
  del,
  post,
  put,
  accepting,
  decision,
  documented,
  getAndHead,
  type Route,
} from '../../http/declare-route.ts'
import { warnOfSaved, warnOfUpdate } from './deviations.ts'
import { entityId, EntityReference, EntityResource } from './entity-schema.ts'
import { entityById, entityByIdentifier } from '../../../data/model/entities/references.ts'
import { entityReply, entityReplyParameters } from './entity-reply.ts'

/** GET and HEAD of an entity (interface 4.1.2 and 4.1.3). */
const entityReads: Route[] = [
  getAndHead('/api/entities/:id', (call) => entityReply(call, entityById(call.data, call.params.id)), {
    description: 'Reads an entity.',
    source: documented('4.1.2'),
    decisions: [
      decision(
        'A relation is returned as a link; with its related entities as well if its definition has is_nested; in full instead if the request names it. Multi-language values are returned in the requested cultures, by default in all.',
      ),
    ],
    params: { id: entityId },
    query: entityReplyParameters,
    replies: { 200: reply('The entity.', EntityResource) },
  }),
  getAndHead(
    '/api/entities/identifier/:identifier',
    (call) => entityReply(call, entityByIdentifier(call.data, call.params.identifier)),
    {
      description: 'Reads an entity by its identifier.',
      source: documented('4.1.3'),
      query: entityReplyParameters,
      replies: { 200: reply('The entity.', EntityResource) },
    },
  ),
]

export const savedReplies = {
  201: reply('The entity was created or updated.', EntityReference, {
    Location: 'Address of the entity.',
    'X-Global-Identifier': optional('The identifier of the entity, when the body has one.'),
  }),
  412: reply('The entity to update is not the version of `If-Match`, or one of `If-None-Match`.', ErrorBody),
}

/** The entity resource (interface 1.3, 1.7, 4.1.2, 4.1.3, 4.1.6 to 4.1.8 and 9.2). */
export const entities: Route[] = [
  post('/api/entities', (call: BodyCall<typeof EntityInput>) => saveAndReply(call, call.body), {
    description: 'Creates an entity, or updates the one that `id` or `identifier` names.',
    source: documented('4.1.1 and 4.2.1 to 4.2.4'),
    decisions: [
      accepting(
        'An id of 0 or less counts as absent, and so does an empty identifier.',
        '2.2.1 and 2.2.2',
        'accepted',
      ),
      decision(
        'An unused id or identifier creates an entity with it. An id with an unused identifier renames the entity. An id and an identifier of different entities are rejected with 400.',
      ),
      decision(
        'An upsert always returns 201 with Location. One with a definition other than the entity’s is rejected with 400.',
      ),
      accepting('An upsert may omit the definition.', '4.1.1', 'rejected'),
      decision(
        'A write changes only the members that it contains; null clears a value, with `culture` only in that one. Multi-language values are merged by culture.',
      ),
      decision(
        'A definition that is missing or unknown, unknown properties, wrong types, omitted or cleared mandatory properties, and duplicate unique values are rejected with 400; the error names each.',
      ),
      decision(
        'Dates that do not exist, whole numbers beyond 2^53 in properties of the types Integer and Long (JSON rounds them) and cultures that are not language tags are rejected with 400.',
      ),
      decision(`${identifierRule} Imported entities keep theirs.`),
      accepting(
        'A nested relation may have child or children instead of parent.',
        '2.2.4 and 4.2.4',
        'rejected',
      ),
      accepting(
        'A nested relation may have parents instead of parent, and any of these if its self is the entity’s own relation resource, or one of an id of 0 or less: existing clients send both.',
        '2.2.4 and 4.2.4',
        'accepted',
      ),
      decision(
        'A nested relation may be empty. An unknown relation is rejected with 400, and so is a bare link, except the one that GET returns for this entity.',
      ),
    ],
    query: { culture },
    body: EntityInput,
    replies: savedReplies,
  }),
  ...entityReads,
  put('/api/entities/:id', updateById, {
    description: 'Changes the given properties.',
    source: documented('4.1.4'),
    decisions: [
      accepting(
        'A relation whose self is the entity’s own relation resource is applied: existing clients save relations that way. Others are ignored, and so is an id other than the entity’s.',
        '4.1.4',
        'accepted',
      ),
      accepting('An identifier other than the entity’s is ignored.', '4.1.4', 'rejected'),
      accepting(
        'Properties may be omitted, and keep their values. Only enforce warns of this, since most clients send what they change.',
        '4.1.4',
        'accepted',
      ),
    ],
    params: { id: entityId },
    query: { culture },
    body: EntityUpdate,
    replies: { 204: reply('The entity was changed.') },
  }),
  put('/api/entities/identifier/:identifier', updateByIdentifier, {
    description: 'Changes an entity by its identifier. `entitydefinition` must be its own.',
    source: documented('4.1.5'),
    decisions: [
      accepting('The definition may be omitted. The rest is as in PUT by id.', '4.1.5', 'rejected'),
    ],
    query: { culture },
    body: EntityUpdateByIdentifier,
    replies: { 204: reply('The entity was changed.') },
  }),
  del('/api/entities/:id', deleteById, {
    description: 'Deletes an entity, and the references to it.',
    source: documented('4.1.6'),
    params: { id: entityId },
    replies: { 204: reply('The entity was deleted.') },
  }),
  del('/api/entities/identifier/:identifier', deleteByIdentifier, {
    description: 'Deletes an entity by its identifier, and the references to it.',
    source: documented('4.1.7'),
    replies: { 204: reply('The entity was deleted.') },
  }),
]

/** Saves an entity and returns 201 with its address. The preconditions are about the one that it updates. */
export function saveAndReply(call: Call, input: EntityInput): Reply {
  const entity = call.change((draft, author) => {
    const saved = saveEntity(draft, input, author)
    const before = call.data.entities.get(saved.id)

    checkPreconditions(call.request, before && tagOf(new Uint8Array(), recordHashOf(before)))
    warnOfSaved(call.warn, draft, input, saved)

    return saved
  })
  const self = call.links.entity(entity.id)

  return created(
    self.href,
    { id: entity.id, identifier: entity.identifier, self },
    input.identifier ? { 'X-Global-Identifier': entity.identifier } : {},
  )
}

/**
 * `id`, `entitydefinition` and `self` of the body are ignored, and relations other than the entity's own relation
 * resources (interface 4.1.4).
 */
function updateById(call: Call<{ id: string }, EntityUpdate>): Reply {
  const { body } = call

  call.change((draft, author) => {
    const entity = updateEntity(draft, entityById(draft, call.params.id), body, author)

    warnOfUpdate(call, draft, body, entity)
  })

  return noContent()
}

/** The body contains the entity definition (interface 4.1.5), which must be that of the entity. */
function updateByIdentifier(call: Call<{ identifier: string }, EntityUpdateByIdentifier>): Reply {
  const { body } = call

  call.change((draft, author) => {
    const entity = entityByIdentifier(draft, call.params.identifier)

    checkSameDefinition(draft, entity, body)
    if (!body.entitydefinition) {
      call.warn(
        ['entitydefinition'],
        () => 'Expected the link to the entity definition in PUT by identifier.',
      )
    }
    warnOfUpdate(call, draft, body, updateEntity(draft, entity, body, author))
  })

  return noContent()
}

function deleteById(call: Call<{ id: string }>): Reply {
  call.change((draft) => deleteEntities(draft, [entityById(draft, call.params.id)]))

  return noContent()
}

function deleteByIdentifier(call: Call<{ identifier: string }>): Reply {
  call.change((draft) => deleteEntities(draft, [entityByIdentifier(draft, call.params.identifier)]))

  return noContent()
}

import { checkSameDefinition, saveEntity, updateEntity } from '../../model/entities/entities.ts'
import { deleteEntity } from '../../model/entities/delete-entities.ts'
import { EntityChange, EntityChangeByIdentifier, EntityInput } from '../../model/entities/entity-input.ts'
import type { Call } from '../../http/call.ts'
import { created, noContent, type Reply } from '../../http/replies/reply.ts'
import { culture } from '../../http/declaration/parameters.ts'
import { optional, reply } from '../../http/declaration/reply.ts'
import { del, post, put, type Route } from '../../http/declaration/route.ts'
import { decision, documented } from '../../http/declaration/source.ts'
import { byId, byIdentifier, entityReads, type ById, type ByIdentifier } from './entity-reads.ts'
import { entityId, EntityReference } from './entity-schema.ts'

/** The entity resource (interface 1.3, 1.7, 4.1.2, 4.1.3, 4.1.6 to 4.1.8 and 9.2). */
export const entities: Route[] = [
  post('/api/entities', save, {
    description: 'Creates an entity, or updates the one that `id` or `identifier` names.',
    source: documented('4.1.1 and 4.2.1 to 4.2.4'),
    decisions: [
      decision(
        'An id of 0 or less counts as absent. An unused id or identifier creates the entity that has it; an id with an unused identifier renames its entity; those of two entities are 400.',
      ),
      decision(
        'An upsert always returns 201 with Location. If it names a definition other than the entity’s, it is rejected with 400.',
      ),
      decision(
        'What a write names is changed, and null clears; multi-language values are merged by culture.',
      ),
      decision(
        'A definition that is missing or unknown, unknown properties, wrong types, omitted or cleared mandatory properties, and duplicate unique values are 400, each named.',
      ),
      decision(
        'So are dates that the calendar does not have, whole numbers beyond 2^53 (JSON rounds them), and cultures that are not language tags.',
      ),
      decision('An identifier has letters, digits, ".", "_" and "-", and is not dots alone.'),
      decision(
        'Nested relations are parent, parents, child or children, empty ones included. A bare link is 400, unless it is the entity’s own; so is an unknown relation.',
      ),
    ],
    query: { culture },
    body: EntityInput,
    replies: {
      201: reply('The entity was created or updated.', EntityReference, {
        Location: 'Address of the entity.',
        'X-Global-Identifier': optional('The identifier, when it named the entity that was updated.'),
      }),
    },
  }),
  ...entityReads,
  put('/api/entities/:id', updateById, {
    description: 'Changes the properties that the body names, and relations whose `self` is this entity’s.',
    source: documented('4.1.4'),
    decisions: [
      decision(
        'A relation whose self is this entity’s own relation resource is applied, as existing clients save relations that way.',
      ),
    ],
    params: { id: entityId },
    query: { culture },
    body: EntityChange,
    replies: { 204: reply('The entity was changed.') },
  }),
  put('/api/entities/identifier/:identifier', updateByIdentifier, {
    description: 'Changes an entity by its identifier. `entitydefinition` has to be its own, or be omitted.',
    source: documented('4.1.5'),
    query: { culture },
    body: EntityChangeByIdentifier,
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

function save(call: Call<unknown, EntityInput>): Promise<Reply> {
  return saveReply(call, call.body)
}

/** Saves an entity and answers where it is. */
export async function saveReply(call: Call, input: EntityInput): Promise<Reply> {
  const { entity, byIdentifier } = await call.change((draft) => saveEntity(draft, input, call.author))
  const self = call.links.entity(entity.id)

  return created(
    self.href,
    { id: entity.id, identifier: entity.identifier, self },
    byIdentifier ? { 'X-Global-Identifier': entity.identifier } : {},
  )
}

/** `id`, `entitydefinition`, `relations` and `self` of the body are ignored (interface 4.1.4). */
async function updateById(call: Call<ById, EntityChange>): Promise<Reply> {
  const { body } = call

  await call.change((draft) => updateEntity(draft, byId(draft, call.params.id), body, call.author))

  return noContent()
}

/** The entity definition is part of the body (interface 4.1.5), so it has to be the entity's own. */
async function updateByIdentifier(call: Call<ByIdentifier, EntityChangeByIdentifier>): Promise<Reply> {
  const { body } = call

  await call.change((draft) => {
    const entity = byIdentifier(draft, call.params.identifier)

    checkSameDefinition(draft, entity, body)
    updateEntity(draft, entity, body, call.author)
  })

  return noContent()
}

async function deleteById(call: Call<ById>): Promise<Reply> {
  await call.change((draft) => deleteEntity(draft, byId(draft, call.params.id)))

  return noContent()
}

async function deleteByIdentifier(call: Call<ByIdentifier>): Promise<Reply> {
  await call.change((draft) => deleteEntity(draft, byIdentifier(draft, call.params.identifier)))

  return noContent()
}

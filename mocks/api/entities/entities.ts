import { checkSameDefinition, deleteEntity, saveEntity, updateEntity } from '../../model/entities/entities.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { EntityChange, EntityChangeByIdentifier, EntityInput } from '../../model/entities/entity-input.ts'
import { NotFound } from '../../model/shared/errors.ts'
import { findByIdentifier } from '../../model/entities/references.ts'
import type { Data } from '../../model/tables.ts'
import type { Call } from '../../http/call.ts'
import { created, noContent, type Reply } from '../../http/replies/reply.ts'
import { del, post, put, read, type Route } from '../../http/routing/route.ts'
import { entityReply } from './entity-reply.ts'

type ById = { id: string }
type ByIdentifier = { identifier: string }

/** The entity resource (interface 1.3, 1.7, 4.1.2, 4.1.3, 4.1.6 to 4.1.8 and 9.2). */
export const entities: Route[] = [
  post('/api/entities', save),
  read('/api/entities/:id', readById),
  read('/api/entities/identifier/:identifier', readByIdentifier),
  put('/api/entities/:id', updateById),
  put('/api/entities/identifier/:identifier', updateByIdentifier),
  del('/api/entities/:id', deleteById),
  del('/api/entities/identifier/:identifier', deleteByIdentifier),
]

/** Creates an entity, or updates the one that `id` or `identifier` names (interface 4.1.1, 4.2.2 and 4.2.3). */
async function save(call: Call): Promise<Reply> {
  const input = call.json(EntityInput)
  const { entity, byIdentifier } = await call.change((draft) => saveEntity(draft, input, call.author))
  const self = call.links.entity(entity.id)

  return created(
    self.href,
    { id: entity.id, identifier: entity.identifier, self },
    byIdentifier ? { 'X-Global-Identifier': entity.identifier } : {},
  )
}

function readById(call: Call<ById>): Reply {
  return entityReply(call, byId(call.data, call.params.id))
}

function readByIdentifier(call: Call<ByIdentifier>): Reply {
  return entityReply(call, byIdentifier(call.data, call.params.identifier))
}

/** `id`, `entitydefinition`, `relations` and `self` of the body are ignored (interface 4.1.4). */
async function updateById(call: Call<ById>): Promise<Reply> {
  const input = call.json(EntityChange)

  await call.change((draft) => updateEntity(draft, byId(draft, call.params.id), input, call.author))

  return noContent()
}

/** The entity definition is part of the body (interface 4.1.5), so it has to be the entity's own. */
async function updateByIdentifier(call: Call<ByIdentifier>): Promise<Reply> {
  const input = call.json(EntityChangeByIdentifier)

  await call.change((draft) => {
    const entity = byIdentifier(draft, call.params.identifier)

    checkSameDefinition(draft, entity, input)
    updateEntity(draft, entity, input, call.author)
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

/** @throws {NotFound} when there is no such entity */
export function byId(data: Data, id: string): Entity {
  const entity = /^\d{1,16}$/.test(id) ? data.entities.get(Number(id)) : undefined

  if (!entity) throw new NotFound(`Entity ${id.slice(0, 100)} was not found.`)

  return entity
}

function byIdentifier(data: Data, identifier: string): Entity {
  const entity = findByIdentifier(data, identifier)

  if (!entity) throw new NotFound(`Entity "${identifier.slice(0, 100)}" was not found.`)

  return entity
}

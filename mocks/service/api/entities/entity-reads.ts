import type { Entity } from '../../../data/model/entities/entity.ts'
import { findByIdentifier } from '../../../data/model/entities/references.ts'
import { NotFound } from '../../../data/model/shared/errors.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import { reply, getAndHead, type Route, decision, documented } from '../../http/declaration/declare-route.ts'
import { entityReply, loadParameters } from './entity-reply.ts'
import { entityId, EntityResource } from './entity-schema.ts'

/** GET and HEAD of an entity (interface 4.1.2 and 4.1.3). */
export const entityReads: Route[] = [
  getAndHead('/api/entities/:id', (call) => entityReply(call, entityById(call.data, call.params.id)), {
    description: 'Reads an entity.',
    source: documented('4.1.2'),
    decisions: [
      decision(
        'A relation is returned as a link; with its related entities as well if its definition has is_nested; in full instead if the request names it. Multi-language values are returned in the requested cultures, by default in all.',
      ),
    ],
    params: { id: entityId },
    query: loadParameters,
    replies: { 200: reply('The entity.', EntityResource) },
  }),
  getAndHead(
    '/api/entities/identifier/:identifier',
    (call) => entityReply(call, entityByIdentifier(call.data, call.params.identifier)),
    {
      description: 'Reads an entity by its identifier.',
      source: documented('4.1.3'),
      query: loadParameters,
      replies: { 200: reply('The entity.', EntityResource) },
    },
  ),
]

/** @throws {NotFound} when there is no such entity */
export function entityById(data: Data, id: string): Entity {
  const entity = /^\d{1,16}$/.test(id) ? data.entities.get(Number(id)) : undefined

  if (!entity) {
    const advice = Number.isNaN(Number(id))
      ? ' An id is a number; for an identifier use /api/entities/identifier/{identifier}.'
      : ''

    throw new NotFound(`Entity ${id.slice(0, 100)} was not found.${advice}`)
  }

  return entity
}

/** @throws {NotFound} when there is no such entity */
export function entityByIdentifier(data: Data, identifier: string): Entity {
  const entity = findByIdentifier(data, identifier)

  if (!entity) throw new NotFound(`Entity "${identifier.slice(0, 100)}" was not found.`)

  return entity
}

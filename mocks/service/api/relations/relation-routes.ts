import {
  type RelationEnd,
  compiledDefinitionOf,
} from '../../../data/model/definitions/compiled-definition.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { nextVersionOf } from '../../../data/model/entities/entities.ts'
import { RelationInput } from '../../../data/model/entities/entity-input.ts'
import { FailureList, NotFound } from '../../../data/model/shared/errors.ts'
import { applyRelation } from '../../../data/model/relations/relation-input.ts'
import type { Sliced } from '../../../data/model/shared/slices.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import type { Call } from '../../http/call.ts'
import { json, noContent, type Reply } from '../../http/replies/reply.ts'
import {
  reply,
  put,
  getAndHead,
  decision,
  documented,
  observed,
  type Route,
} from '../../http/declare-route.ts'
import { entityById } from '../../../data/model/entities/references.ts'
import { entityId, RelationResource, loadAll } from '../entities/entity-schema.ts'
import { slicedRelation } from '../entities/member-resources.ts'

type RelationParams = { id: string; name: string }
export type RelationCall = Call<RelationParams, RelationInput>

/** The relations of an entity as resources, to which the entity links (interface 2.2.4). */
export const relations: Route[] = [
  getAndHead('/api/entities/:id/relations/:name', readRelation, {
    description: 'Reads a relation of an entity in full.',
    source: documented('2.2.4'),
    decisions: [
      decision(
        'A self-referencing relation returns both ends in one response. For a one-to-one relation, the parent’s resource has `child`, the child’s has `parent`.',
      ),
    ],
    params: { id: entityId },
    replies: { 200: reply('The relation, with links to the related entities.', RelationResource) },
  }),
  put('/api/entities/:id/relations/:name', (call: RelationCall) => writeRelation(call), {
    description: 'Replaces the references of a relation, in the order given.',
    source: observed('programs that save a single relation'),
    decisions: [
      decision(
        'Ids that do not exist or have another definition are rejected with 400. A body with neither end is rejected too, unless its `self` is the address of the relation: then the relation is cleared. In a self-referencing relation, only the given ends change.',
      ),
      decision(
        'Both ends always agree, and the cardinality is kept: a child with a single parent moves to the new one. Deleting an entity removes all references to it.',
      ),
    ],
    params: { id: entityId },
    body: RelationInput,
    replies: { 204: reply('The references were replaced.') },
  }),
]

function* readRelation({ data, links, params }: Call<RelationParams>): Sliced<Reply> {
  const entity = entityById(data, params.id)
  const ends = endsOf(data, entity, params.name)

  return json(yield* slicedRelation(entity, ends, { data, links, loading: loadAll }))
}

/** @param keepsExisting whether links are added to an end that allows several, instead of replacing them */
export function writeRelation(call: RelationCall, { keepsExisting = false } = {}): Reply {
  const { body } = call

  call.change((draft, author) => {
    const entity = entityById(draft, call.params.id)
    const ends = endsOf(draft, entity, call.params.name)
    const failures = new FailureList()

    if (body.inherits_security === false && ends.every(({ member }) => member.inherits_security))
      call.warn(['inherits_security'], () => 'It has no effect: the definition decides.', 'accepted')
    draft.entities.put(nextVersionOf(entity, author))
    applyRelation(draft, { entityId: entity.id, ends, keepsExisting }, body, failures)
    failures.throwIfAny()
  })

  return noContent()
}

function endsOf(data: Data, { definition }: Entity, name: string): readonly RelationEnd[] {
  const ends = compiledDefinitionOf(data, definition).relations.get(name)

  if (!ends) throw new NotFound(`${definition} has no relation "${name.slice(0, 100)}".`)

  return ends
}

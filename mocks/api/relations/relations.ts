import { compiledDefinition } from '../../model/entities/compiled-definition-of.ts'
import type { CompiledDefinition, RelationEnd } from '../../model/definitions/compiled-definition.ts'
import { RelationInput } from '../../model/entities/entity-input.ts'
import { FailureList, NotFound } from '../../model/shared/errors.ts'
import { applyRelation } from '../../model/relations/relation-input.ts'
import type { Call } from '../../http/call.ts'
import { json, noContent, type Reply } from '../../http/replies/reply.ts'
import { reply } from '../../http/declaration/reply.ts'
import { put, getAndHead, type Route } from '../../http/declaration/route.ts'
import { decision, documented, observed } from '../../http/declaration/source.ts'
import { byId } from '../entities/entity-reads.ts'
import { entityId, RelationResource } from '../entities/entity-schema.ts'
import { relationResource } from '../entities/relation-resource.ts'

export type RelationParams = { id: string; name: string }

/** The relation sub-resource of an entity, which GET on the entity links to (interface 2.2.4). */
export const relations: Route[] = [
  getAndHead('/api/entities/:id/relations/:name', readRelation, {
    description: 'Reads a relation of an entity in full.',
    source: documented('2.2.4'),
    decisions: [
      decision(
        'A relation of a definition with itself returns both ends in one response. The end of a one-to-one relation that the parent shows is child.',
      ),
    ],
    params: { id: entityId },
    replies: { 200: reply('The relation, with links to the related entities.', RelationResource) },
  }),
  put('/api/entities/:id/relations/:name', replaceRelation, {
    description: 'Replaces the references of a relation, in the order given.',
    source: observed('programs that save a relation by itself'),
    decisions: [
      decision(
        'Ids that do not exist, or of another definition, are 400. So is a body that names no end, unless it is the relation’s own complete resource: that clears it. Of a relation of a definition with itself the ends that are named are changed.',
      ),
      decision(
        'Both ends always agree, and cardinality holds: a child that may have one parent moves to the new one. Deleting an entity removes the references to it everywhere.',
      ),
    ],
    params: { id: entityId },
    body: RelationInput,
    replies: { 204: reply('The references were replaced.') },
  }),
]

function readRelation(call: Call<RelationParams>): Reply {
  const entity = byId(call.data, call.params.id)
  const ends = endsOf(compiledDefinition(call.data, entity.definition), call.params.name)

  return json(relationResource(entity, ends, { data: call.data, links: call.links, cultures: 'all' }))
}

/** Replaces the whole list, keeping its order. */
function replaceRelation(call: Call<RelationParams, RelationInput>): Promise<Reply> {
  return writeRelation(call)
}

/** @param adds whether an end that takes several keeps those it has */
export async function writeRelation(call: Call<RelationParams, RelationInput>, adds = false): Promise<Reply> {
  const { body } = call

  await call.change((draft) => {
    const entity = byId(draft, call.params.id)
    const ends = endsOf(compiledDefinition(draft, entity.definition), call.params.name)
    const failures = new FailureList()
    const { now, userId } = call.author

    draft.entities.put({ ...entity, version: entity.version + 1, modifiedOn: now, modifiedBy: userId })
    applyRelation(draft, { entityId: entity.id, ends, adds }, body, failures)
    failures.throwIfAny()
  })

  return noContent()
}

function endsOf(compiled: CompiledDefinition, name: string): readonly RelationEnd[] {
  const ends = compiled.relations.get(name)

  if (!ends) throw new NotFound(`${compiled.definition.name} has no relation "${name.slice(0, 100)}".`)

  return ends
}

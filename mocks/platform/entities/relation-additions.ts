import { reply } from '../../http/declaration/reply.ts'
import { post, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { RelationInput } from '../../model/entities/entity-input.ts'
import { writeRelation, type RelationCall } from '../../api/relations/relations.ts'
import { entityId } from '../../api/entities/entity-schema.ts'

/** POST on a relation, which some programs try after a failed PUT. */
export const relationAdditions: Route[] = [
  post(
    '/api/entities/:id/relations/:name',
    (call: RelationCall) => writeRelation(call, { keepsExisting: true }),
    {
      description: 'Adds references to a relation, or replaces the reference of a single-valued end.',
      source: observed('programs that save a single relation'),
      params: { id: entityId },
      body: RelationInput,
      replies: { 204: reply('The references were added.') },
    },
  ),
]

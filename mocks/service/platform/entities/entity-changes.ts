import { CopyOptions } from '../../../data/model/copy/copy-options.ts'
import { EntityInput, RelationInput } from '../../../data/model/entities/entity-input.ts'
import { definitionNameOf } from '../../../data/model/entities/references.ts'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import type { Call } from '../../http/call.ts'
import { optionalBody } from '../../http/declaration/body.ts'
import { culture } from '../../http/declaration/parameters.ts'
import { reply, post, type Route, observed } from '../../http/declaration/route.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { copyEntity, copyReplies } from '../../api/copy/copy.ts'
import { savedReplies, saveReply } from '../../api/entities/entities.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import { writeRelation, type RelationCall } from '../../api/relations/relations.ts'
import { definitionByNameOrId } from '../definitions/select-definitions.ts'

/** Further ways to change entities. */
export const entityChanges: Route[] = [
  post('/api/entitydefinitions/:name/entities', create, {
    description: 'Creates an entity of a definition, as POST on the entities does.',
    source: observed('programs that upload and publish'),
    query: { culture },
    body: EntityInput,
    replies: savedReplies,
  }),
  post('/api/entities/:id/copyasync', copyEntity, {
    description: 'Copies an entity, like `copy`. The copy is complete when the response arrives.',
    source: observed('the public documentation'),
    params: { id: entityId },
    query: { culture },
    body: optionalBody(CopyOptions),
    replies: copyReplies,
  }),
  // some programs try it after a failed PUT
  post('/api/entities/:id/relations/:name', addRelated, {
    description: 'Adds references to a relation, or replaces the reference of a single-valued end.',
    source: observed('programs that save a single relation'),
    params: { id: entityId },
    body: RelationInput,
    replies: { 204: reply('The references were added.') },
  }),
]

/** The definition is that of the path; the body may name it as well. */
function create(call: Call<{ name: string }, EntityInput>): Reply {
  const { data, body, links } = call
  const { name } = definitionByNameOrId(data, call.params.name)

  if (body.entitydefinition && definitionNameOf(data, body.entitydefinition.href) !== name) {
    throw new InvalidRequest({ entitydefinition: `Expected the definition of the path, "${name}", or none.` })
  }

  return saveReply(call, { ...body, entitydefinition: links.definition(name) })
}

function addRelated(call: RelationCall): Reply {
  return writeRelation(call, { keepsExisting: true })
}

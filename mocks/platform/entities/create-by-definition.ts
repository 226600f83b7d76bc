import type { Call } from '../../http/call.ts'
import { culture } from '../../http/declaration/parameters.ts'
import { optional, reply } from '../../http/declaration/reply.ts'
import { post, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { EntityInput } from '../../model/entities/entity-input.ts'
import { saveReply } from '../../api/entities/entities.ts'
import { EntityReference } from '../../api/entities/entity-schema.ts'
import { definitionByNameOrId } from '../definitions/select-definitions.ts'

/** Creating an entity below its definition; the body needs no definition then. */
export const createByDefinition: Route[] = [
  post('/api/entitydefinitions/:name/entities', create, {
    description: 'Creates an entity of a definition, as POST on the entities does.',
    source: observed('programs that upload and publish'),
    query: { culture },
    body: EntityInput,
    replies: {
      201: reply('The entity was created or updated.', EntityReference, {
        Location: 'Address of the entity.',
        'X-Global-Identifier': optional('The identifier, when the entity was created or updated by it.'),
      }),
    },
  }),
]

function create(call: Call<{ name: string }, EntityInput>): Promise<Reply> {
  const { name } = definitionByNameOrId(call.data, call.params.name)
  const entitydefinition = call.links.definition(name)

  return saveReply(call, { ...call.body, entitydefinition })
}

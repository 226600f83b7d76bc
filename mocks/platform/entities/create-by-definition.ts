import type { Call } from '../../http/call.ts'
import { culture } from '../../http/declaration/parameters.ts'
import { post, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { definitionNameOf } from '../../model/entities/references.ts'
import { InvalidRequest } from '../../model/shared/errors.ts'
import { EntityInput } from '../../model/entities/entity-input.ts'
import { savedReplies, saveReply } from '../../api/entities/entities.ts'
import { definitionByNameOrId } from '../definitions/select-definitions.ts'

/** Creating an entity below its definition; the body needs no definition then. */
export const createByDefinition: Route[] = [
  post('/api/entitydefinitions/:name/entities', create, {
    description: 'Creates an entity of a definition, as POST on the entities does.',
    source: observed('programs that upload and publish'),
    query: { culture },
    body: EntityInput,
    replies: savedReplies,
  }),
]

function create(call: Call<{ name: string }, EntityInput>): Promise<Reply> {
  const { data, body, links } = call
  const { name } = definitionByNameOrId(data, call.params.name)

  if (body.entitydefinition && definitionNameOf(data, body.entitydefinition.href) !== name) {
    throw new InvalidRequest({ entitydefinition: `Expected the definition of the path, "${name}", or none.` })
  }

  return saveReply(call, { ...body, entitydefinition: links.definition(name) })
}

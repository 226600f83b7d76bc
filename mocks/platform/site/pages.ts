import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { reply } from '../../http/declaration/reply.ts'
import { read, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { NotFound } from '../../model/shared/errors.ts'
import { findByIdentifier } from '../../model/entities/references.ts'
import { EntityResource } from '../../api/entities/entity-schema.ts'
import { entityReply, loading } from '../../api/entities/entity-reply.ts'

/** The definition that pages are entities of. The built-in content has none; give the sandbox your own. */
const pageDefinition = 'Portal.Page'

/** Pages of a portal, by id or identifier. */
export const pages: Route[] = [
  read('/api/pages/:page', readPage, {
    does: 'Reads a page of a portal, by its id or identifier.',
    source: observed('existing clients'),
    query: loading,
    replies: { 200: reply('The page.', EntityResource) },
  }),
]

function readPage(call: Call<{ page: string }>): Reply {
  const { page } = call.params
  const entity = /^\d{1,16}$/.test(page)
    ? call.data.entities.get(Number(page))
    : findByIdentifier(call.data, page)

  if (entity?.definition !== pageDefinition) {
    throw new NotFound(
      `Page "${page.slice(0, 100)}" was not found: no entity of "${pageDefinition}" has that id or identifier.`,
    )
  }

  return entityReply(call, entity)
}

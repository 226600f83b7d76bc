import { z } from 'zod'
import type { Call } from '../../http/call.ts'
import { paging, text } from '../../http/declaration/parameters.ts'
import { reply, getAndHead, type Route, observed } from '../../http/declaration/route.ts'
import { pagedListOf, pageOfAll } from '../../http/replies/paging.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { relatedPathsResource } from '../../api/entities/entity-resource.ts'
import { PathStep } from '../../api/entities/entity-schema.ts'
import { entitiesWithIds } from '../../../data/model/entities/references.ts'
import { Link } from '../../../data/model/shared/json.ts'
import { definitionByNameOrId } from './select-definitions.ts'

const RelatedPaths = z.object({
  entity: Link,
  related_paths: z.record(z.string(), z.array(z.array(PathStep))),
})

/** The paths of a definition's entities, to which definitions link. */
export const definitionPaths: Route[] = [
  getAndHead('/api/entitydefinitions/:name/relatedpaths', listPaths, {
    description: 'Lists the paths to the related entities of each entity of a definition.',
    source: observed('links of definitions'),
    params: { name: text('Name of a definition, or its id.') },
    query: paging,
    replies: { 200: reply('A page of the entities, each with its paths.', pagedListOf(RelatedPaths)) },
  }),
]

function listPaths(call: Call<{ name: string }>): Reply {
  const { data, links, params } = call
  const { name } = definitionByNameOrId(data, params.name)
  const entities = entitiesWithIds(data, data.entities.group('definition', name).keys())

  return json(
    pageOfAll(call, entities, (entity) => ({
      entity: links.entity(entity.id),
      related_paths: relatedPathsResource(data, links, entity),
    })),
  )
}

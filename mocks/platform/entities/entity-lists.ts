import type { Call } from '../../http/call.ts'
import { paging } from '../../http/declaration/parameters.ts'
import { reply } from '../../http/declaration/reply.ts'
import { getAndHead, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { pagedListOf, pageMembersOf, pageOf, pageOfAll } from '../../http/replies/paging.ts'
import { list } from '../../http/replies/list.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { entitiesWithIds } from '../../model/entities/references.ts'
import { entityById } from '../../api/entities/entity-reads.ts'
import { entityReplies, entityReply, loadParameters } from '../../api/entities/entity-reply.ts'
import { entityId, EntityResource } from '../../api/entities/entity-schema.ts'

const entities = pagedListOf(EntityResource)

const emptyDeclaration = {
  query: paging,
  replies: { 200: reply('The list, which is empty: a sandbox has none.', entities) },
}

const subresource = {
  ...emptyDeclaration,
  source: observed('links of entities'),
  params: { id: entityId },
}

const listDeclaration = {
  source: observed('browser extensions'),
  query: { ...loadParameters, ...paging },
  replies: { 200: reply('A page of the entities.', entities) },
}

/** Lists that existing programs request: of users and groups, and lists that are always empty in a sandbox. */
export const entityLists: Route[] = [
  getAndHead('/api/entities/:id/roles', emptySubresource, {
    description: 'Lists the roles on an entity.',
    ...subresource,
  }),
  getAndHead('/api/entities/:id/allroles', emptySubresource, {
    description: 'Lists the roles on an entity, including inherited ones.',
    ...subresource,
  }),
  getAndHead('/api/entities/:id/savedselections', emptySubresource, {
    description: 'Lists the saved selections that contain an entity.',
    ...subresource,
  }),
  getAndHead('/api/entities/:id/annotations', emptySubresource, {
    description: 'Lists the annotations of an entity.',
    ...subresource,
  }),
  getAndHead('/api/roles', emptyList, {
    description: 'Lists the roles.',
    source: observed('the root of real tenants'),
    ...emptyDeclaration,
  }),
  getAndHead('/api/savedselections', emptyList, {
    description: 'Lists the saved selections.',
    source: observed('the root of real tenants'),
    ...emptyDeclaration,
  }),
  getAndHead('/api/savedselections/searchcomponent/:searchIdentifier', emptyList, {
    description: 'Lists the saved selections of a search.',
    source: observed('the root of real tenants'),
    ...emptyDeclaration,
  }),
  getAndHead('/api/graph/v1/rebuilds', emptyList, {
    description: 'Lists the requested rebuilds of the graph.',
    source: observed('browser extensions'),
    ...emptyDeclaration,
  }),
  getAndHead('/api/downloadorders', emptyList, {
    description: 'Lists the download orders.',
    source: observed('browser extensions'),
    ...emptyDeclaration,
  }),
  getAndHead('/api/users', (call) => entitiesOf(call, 'User'), {
    description: 'Lists the users.',
    ...listDeclaration,
  }),
  getAndHead('/api/usergroups', (call) => entitiesOf(call, 'UserGroup'), {
    description: 'Lists the user groups.',
    ...listDeclaration,
  }),
  getAndHead('/api/userProfile', readProfile, {
    description: 'Reads the calling user.',
    source: observed('browser extensions'),
    query: loadParameters,
    replies: { 200: reply('The user.', EntityResource) },
  }),
]

function emptySubresource(call: Call<{ id: string }>): Reply {
  entityById(call.data, call.params.id)

  return emptyList(call)
}

function emptyList(call: Call): Reply {
  return json(pageOfAll(call, [], (item) => item))
}

function entitiesOf(call: Call, definition: string): Reply {
  const page = pageOf(call)
  const all = Array.from(call.data.entities.group('definition', definition).keys())
  const shown = entitiesWithIds(call.data, all.slice(page.skip, page.skip + page.take))

  return list(
    entityReplies(call, shown),
    pageMembersOf(call, page, { total: all.length, returned: shown.length }),
  )
}

function readProfile(call: Call): Reply {
  return entityReply(call, entityById(call.data, String(call.user.id)))
}

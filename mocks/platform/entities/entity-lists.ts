import type { Call } from '../../http/call.ts'
import { paging } from '../../http/declaration/parameters.ts'
import { reply } from '../../http/declaration/reply.ts'
import { getAndHead, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { listResource, pageLinks, pageOf, pageOfAll } from '../../http/replies/paging.ts'
import { list } from '../../http/replies/list.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { entityById } from '../../api/entities/entity-reads.ts'
import { entityReplies, entityReply, loadParameters } from '../../api/entities/entity-reply.ts'
import { entityId, EntityResource } from '../../api/entities/entity-schema.ts'

const entities = listResource(EntityResource)

const below = {
  source: observed('links of entities'),
  params: { id: entityId },
  query: paging,
  replies: { 200: reply('The list, which is empty: a sandbox has none.', entities) },
}

const ofDefinition = {
  source: observed('browser extensions'),
  query: { ...loadParameters, ...paging },
  replies: { 200: reply('A page of them.', entities) },
}

/** Lists of entities that existing programs open: those that a sandbox has, and those that it never has any in. */
export const entityLists: Route[] = [
  getAndHead('/api/entities/:id/roles', nothingBelow, {
    description: 'Lists the roles on an entity.',
    ...below,
  }),
  getAndHead('/api/entities/:id/allroles', nothingBelow, {
    description: 'Lists the roles on an entity, inherited ones as well.',
    ...below,
  }),
  getAndHead('/api/entities/:id/savedselections', nothingBelow, {
    description: 'Lists the saved selections that an entity is in.',
    ...below,
  }),
  getAndHead('/api/entities/:id/annotations', nothingBelow, {
    description: 'Lists the annotations of an entity.',
    ...below,
  }),
  getAndHead('/api/roles', nothing, {
    description: 'Lists the roles.',
    source: observed('the root of real tenants'),
    query: paging,
    replies: below.replies,
  }),
  getAndHead('/api/savedselections', nothing, {
    description: 'Lists the saved selections.',
    source: observed('the root of real tenants'),
    query: paging,
    replies: below.replies,
  }),
  getAndHead('/api/savedselections/searchcomponent/:searchIdentifier', nothing, {
    description: 'Lists the saved selections of a search.',
    source: observed('the root of real tenants'),
    query: paging,
    replies: below.replies,
  }),
  getAndHead('/api/graph/v1/rebuilds', nothing, {
    description: 'Lists the times the graph was rebuilt on demand.',
    source: observed('browser extensions'),
    query: paging,
    replies: below.replies,
  }),
  getAndHead('/api/downloadorders', nothing, {
    description: 'Lists the orders of downloads.',
    source: observed('browser extensions'),
    query: paging,
    replies: below.replies,
  }),
  getAndHead('/api/users', (call) => entitiesOf(call, 'User'), {
    description: 'Lists the users.',
    ...ofDefinition,
  }),
  getAndHead('/api/usergroups', (call) => entitiesOf(call, 'UserGroup'), {
    description: 'Lists the user groups.',
    ...ofDefinition,
  }),
  getAndHead('/api/userProfile', readProfile, {
    description: 'Reads the calling user.',
    source: observed('browser extensions'),
    query: loadParameters,
    replies: { 200: reply('The user.', EntityResource) },
  }),
]

function nothingBelow(call: Call<{ id: string }>): Reply {
  entityById(call.data, call.params.id)

  return nothing(call)
}

function nothing(call: Call): Reply {
  return json(pageOfAll(call, [], (none) => none))
}

function entitiesOf(call: Call, definition: string): Reply {
  const page = pageOf(call, { take: 25, maxTake: 1000 })
  const all = Array.from(call.data.entities.group('definition', definition).keys())
  const shown = all
    .slice(page.skip, page.skip + page.take)
    .map((id) => call.data.entities.get(id))
    .filter((entity) => entity !== undefined)

  return list(
    entityReplies(call, shown),
    pageLinks(call, page, { total: all.length, returned: shown.length }),
  )
}

function readProfile(call: Call): Reply {
  return entityReply(call, entityById(call.data, String(call.user.id)))
}

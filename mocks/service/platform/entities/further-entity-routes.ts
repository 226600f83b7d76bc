import { CopyOptions } from '../../../data/model/copy/copy-options.ts'
import { EntityInput, RelationInput } from '../../../data/model/entities/entity-input.ts'
import { entityById, definitionNameOf, entitiesWithIds } from '../../../data/model/entities/references.ts'
import { InvalidRequest, NotFound } from '../../../data/model/shared/errors.ts'
import type { Call } from '../../http/call.ts'
import { optionalBody, culture, paging, text } from '../../http/declare-request.ts'
import { decision, reply, post, observed, getAndHead, type Route } from '../../http/declare-route.ts'
import { type Reply, json } from '../../http/replies/reply.ts'
import { copyEntity, copyReplies } from '../../api/copy/copy-routes.ts'
import { savedReplies, saveAndReply } from '../../api/entities/entity-routes.ts'
import { entityId, EntityResource } from '../../api/entities/entity-schema.ts'
import { writeRelation } from '../../api/relations/relation-routes.ts'
import { definitionByNameOrId } from '../definitions/entity-definitions.ts'
import { EntityRoles } from '../../../data/model/data-tables.ts'
import { pagedListOf, pageMembersOf, pageOf, pageOfAll, list } from '../../http/replies/paging.ts'
import { jobDefinition } from '../../../data/model/jobs/job.ts'
import { Link } from '../../../data/model/shared/json.ts'
import { entityReplies, entityReply, entityReplyParameters } from '../../api/entities/entity-reply.ts'

export const entityChangeRoutes: Route[] = [
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
  post('/api/entities/:id/relations/:name', (call) => writeRelation(call, { keepsExisting: true }), {
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

  return saveAndReply(call, { ...body, entitydefinition: links.definition(name) })
}

const entities = pagedListOf(EntityResource)

/** Parameters of saved selections, of which a sandbox has none. */
const selectionParameters = {
  ...paging,
  savedSelectionType: text('Has no effect: a sandbox has no saved selections.'),
  fullText: text('Has no effect.'),
  sort: text('Has no effect.'),
  order: text('Has no effect.'),
  sortCulture: text('Has no effect.'),
}

const emptyReplies = { 200: reply('The list, which is empty: a sandbox has none.', entities) }

const ofEntity = { source: observed('links of entities'), params: { id: entityId } }

const listDeclaration = {
  source: observed('browser extensions'),
  query: { ...entityReplyParameters, ...paging },
  replies: { 200: reply('A page of the entities.', entities) },
}

const readDeclaration = {
  source: observed('the root of real tenants'),
  params: { id: entityId },
  query: entityReplyParameters,
}

/** The roles on an entity by user and by user group. */
const AllRoles = EntityRoles.omit({ entityId: true }).extend({ self: Link })

/** Lists that existing programs request: of users and groups, and lists that are always empty in a sandbox. */
export const entityListRoutes: Route[] = [
  ...(
    [
      ['/api/entities/:id/roles', 'Lists the roles on an entity.'],
      ['/api/entities/:id/savedselections', 'Lists the saved selections that contain an entity.'],
      ['/api/entities/:id/annotations', 'Lists the annotations of an entity.'],
    ] as const
  ).map(([path, description]) =>
    getAndHead(path, emptySubresource, { description, ...ofEntity, query: paging, replies: emptyReplies }),
  ),
  getAndHead('/api/entities/:id/allroles', readAllRoles, {
    description: 'Reads the roles on an entity, including inherited ones, by user and by user group.',
    ...ofEntity,
    decisions: [
      decision(
        'The roles that the command m.security/setroles set, and no others. They are not enforced: access depends on the role of the user.',
      ),
    ],
    replies: { 200: reply('The roles.', AllRoles) },
  }),
  ...(
    [
      ['/api/roles', 'Lists the roles.', 'the root of real tenants'],
      ['/api/savedselections', 'Lists the saved selections.', 'the root of real tenants'],
      ['/api/graph/v1/rebuilds', 'Lists the requested rebuilds of the graph.', 'browser extensions'],
      ['/api/downloadorders', 'Lists the download orders.', 'browser extensions'],
    ] as const
  ).map(([path, description, at]) =>
    getAndHead(path, emptyList, { description, source: observed(at), query: paging, replies: emptyReplies }),
  ),
  getAndHead('/api/savedselections/searchcomponent/:searchIdentifier', emptyList, {
    description: 'Lists the saved selections of a search.',
    source: observed('the root of real tenants'),
    query: selectionParameters,
    replies: emptyReplies,
  }),
  getAndHead('/api/users', (call) => entitiesOf(call, 'User'), {
    description: 'Lists the users.',
    ...listDeclaration,
  }),
  getAndHead('/api/usergroups', (call) => entitiesOf(call, 'UserGroup'), {
    description: 'Lists the user groups.',
    ...listDeclaration,
  }),
  getAndHead('/api/users/:id', (call) => entityOf(call, 'User'), {
    description: 'Reads a user.',
    ...readDeclaration,
    replies: { 200: reply('The user.', EntityResource) },
  }),
  getAndHead('/api/usergroups/:id', (call) => entityOf(call, 'UserGroup'), {
    description: 'Reads a user group.',
    ...readDeclaration,
    replies: { 200: reply('The user group.', EntityResource) },
  }),
  getAndHead('/api/userProfile', (call) => entityReply(call, entityById(call.data, String(call.user.id))), {
    description: 'Reads the calling user.',
    source: observed('browser extensions'),
    query: entityReplyParameters,
    replies: { 200: reply('The user.', EntityResource) },
  }),
  ...(['/api/jobs/:id', '/api/v2/jobs/:id'] as const).map((path) =>
    getAndHead(path, (call) => entityOf(call, jobDefinition), {
      description: 'Reads a job as an entity.',
      source: observed('the public documentation'),
      params: { id: entityId },
      query: entityReplyParameters,
      replies: { 200: reply('The job.', EntityResource) },
    }),
  ),
]

function emptySubresource(call: Call<{ id: string }>): Reply {
  entityById(call.data, call.params.id)

  return emptyList(call)
}

function emptyList(call: Call): Reply {
  return json(pageOfAll(call, [], (item) => item))
}

function readAllRoles({ data, links, params }: Call<{ id: string }>): Reply {
  const { id } = entityById(data, params.id)
  const { user_roles = {}, user_group_roles = {} } = data.roles.get(id) ?? {}

  return json({ user_roles, user_group_roles, self: links.to(`/api/entities/${id}/allroles`) })
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

/** @throws {NotFound} when the entity is of another definition */
function entityOf(call: Call<{ id: string }>, definition: string): Reply {
  const entity = entityById(call.data, call.params.id)

  if (entity.definition !== definition) {
    throw new NotFound(`Entity ${entity.id} is of definition "${entity.definition}", not "${definition}".`)
  }

  return entityReply(call, entity)
}

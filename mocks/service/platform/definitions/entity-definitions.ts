import { z } from 'zod'
import type { Call, QueryCall } from '../../http/call.ts'
import { paging, text, flag, jsonBody, names, texts } from '../../http/declare-request.ts'
import {
  reply,
  getAndHead,
  observed,
  del,
  post,
  put,
  decided,
  decision,
  documented,
  type Route,
} from '../../http/declare-route.ts'
import { pagedListOf, pageOfAll, pageMembersOf, pageMembers, pageOf } from '../../http/replies/paging.ts'
import { json, type Reply, created, noContent } from '../../http/replies/reply.ts'
import { relatedPathsResource } from '../../api/entities/entity-reply.ts'
import { PathStep } from '../../api/entities/entity-schema.ts'
import { entitiesOf } from '../../../data/model/entities/references.ts'
import { Link, Labels } from '../../../data/model/shared/json.ts'
import { auditMask, auditMembers, withIgnored } from '../../../data/model/shared/ignored-members.ts'
import { EntityDefinition } from '../../../data/model/definitions/definition.ts'
import { derivedFields, rejectMisspelt, sentFields } from '../../../data/model/definitions/unknown-fields.ts'
import {
  createDefinition,
  deleteDefinition,
  replaceDefinition,
  uncheckedExpressions,
} from '../../../data/model/definitions/definitions.ts'
import { auditOf } from '../../../data/model/entities/entities.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import { grantsOf } from '../../../sandbox/access/policies.ts'
import { DefinitionResource, definitionResource } from './entity-definition-resource.ts'
import { definitionNamed, unknownDefinitionMessage } from '../../../data/model/definitions/by-name.ts'
import { NotFound, InvalidRequest } from '../../../data/model/shared/errors.ts'
import { foldCase, foldMember } from '../../../data/model/shared/letter-case.ts'

const flags = Object.entries(EntityDefinition.shape)
  .filter(([, schema]) => schema.safeParse(true).success)
  .map(([name]) => name)

type DefinitionTest = (definition: EntityDefinition) => boolean

/**
 * The parameter `filter` of the list of definitions: `issystemowned==true AND is_light!=true`. Tests boolean fields,
 * whose names are case-insensitive and need no underscores; tests are joined by `AND` and `OR`.
 *
 * @throws {InvalidRequest} for any other expression
 */
function parseFlagFilter(filter: string): DefinitionTest {
  const alternatives = filter
    .split(/(?<!\s)\s+OR\s+/i)
    .map((alternative) => alternative.split(/(?<!\s)\s+AND\s+/i).map((test) => parseTest(test, filter)))

  return (definition) => alternatives.some((tests) => tests.every((matches) => matches(definition)))
}

function parseTest(test: string, filter: string): DefinitionTest {
  const [, field, operator, value] = /^\s*(\w+)\s*(==|!=)\s*'?(true|false)'?\s*$/i.exec(test) ?? []
  const flag = flags.find((name) => foldMember(name) === foldMember(field ?? ''))

  if (!flag || !value) {
    throw new InvalidRequest({
      filter: `Expected boolean fields, as in "issystemowned==true", not "${filter.slice(0, 100)}".`,
    })
  }

  const expected = (value.toLowerCase() === 'true') === (operator === '==')

  return (definition) => Object.entries(definition).some(([name, own]) => name === flag && own === expected)
}

/**
 * Finds a definition by a path segment: an id if it has only digits, else a name.
 *
 * @throws {NotFound} when there is no such definition
 */
export function definitionByNameOrId(data: Data, nameOrId: string): EntityDefinition {
  const definition = /^\d+$/.test(nameOrId)
    ? data.definitions.find('id', nameOrId)
    : definitionNamed(data, nameOrId)

  if (!definition) throw new NotFound(unknownDefinitionMessage(data, nameOrId))

  return definition
}

export const selectionParameters = {
  definitionsToLoad: names('Only the definitions with these names.'),
  definitionsToLoadByName: names('Alias of `definitionsToLoad`.'),
  definitionsToLoadById: names('Only the definitions with these ids.'),
  filter: texts('Only definitions with this value of a flag: `issystemowned==true`. May be repeated.'),
  excludeTaxonomyDefinitions: flag('Whether to exclude definitions of taxonomies.'),
  excludeSystemOwnedDefinitions: flag('Whether to exclude system-owned definitions.'),
  excludeLightDefinitions: flag('Whether to exclude light definitions.'),
}

function selectDefinitions(call: QueryCall<typeof selectionParameters>): EntityDefinition[] {
  const {
    definitionsToLoad = [],
    definitionsToLoadByName = [],
    definitionsToLoadById: ids = [],
    filter = [],
  } = call.query
  const names = [...definitionsToLoad, ...definitionsToLoadByName].map(foldCase)
  const filters = filter.map(parseFlagFilter)
  const { excludeTaxonomyDefinitions, excludeSystemOwnedDefinitions, excludeLightDefinitions } = call.query

  return Array.from(call.data.definitions.all()).filter(
    (definition) =>
      (names.length === 0 || names.includes(foldCase(definition.name))) &&
      (ids.length === 0 || ids.includes(String(definition.id))) &&
      filters.every((matches) => matches(definition)) &&
      !(excludeTaxonomyDefinitions && definition.is_taxonomy_item_definition) &&
      !(excludeSystemOwnedDefinitions && definition.is_system_owned) &&
      !(excludeLightDefinitions && definition.is_light),
  )
}

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
  const entities = entitiesOf(data, name)

  return json(
    pageOfAll(call, entities, (entity) => ({
      entity: links.entity(entity.id),
      related_paths: relatedPathsResource(data, links, entity),
    })),
  )
}

type DefinitionParams = { name: string }

const definitionName = text('Name of a definition, or its id.')

/** Query parameters that select the parts of a definition in a response. */
const viewParameters = {
  includeConditionalMembers: flag('Whether to include conditional members; true by default.'),
  loadPermissions: flag('Whether to include the user’s permissions on entities of the definition.'),
  after: text('Ignored. Clients send it to bypass caches.'),
  include: text('Has no effect; some programs send it.'),
}

const listParameters = {
  ...paging,
  ...selectionParameters,
  ...viewParameters,
  viewMode: text('`basic` for all definitions in one page, each with only its id, name, labels and address.'),
}

/** The number of definitions in a page: the default and the maximum. */
const pageLimits = { take: 25, maxTake: 100 }

/** A definition without its audit fields, which clients can't set. A response is accepted as input. */
const DefinitionInput = EntityDefinition.omit({ id: true, ...auditMask }).extend({
  /** Ids of 0 and below count as absent. */
  id: z.int().optional(),
})
type DefinitionInput = z.infer<typeof DefinitionInput>
withIgnored(DefinitionInput, [...auditMembers, ...derivedFields, ...sentFields])

const definitionBody = jsonBody(DefinitionInput, rejectMisspelt)

const DefinitionPage = z.object({ items: z.array(DefinitionResource), ...pageMembers })

/** The page of `viewMode=basic`. */
const BasicPage = z.object({
  items: z.array(z.object({ id: z.int(), name: z.string(), labels: Labels, self: Link })),
  total_items: z.int(),
  returned_items: z.int(),
  offset: z.int(),
})

const DefinitionReference = z.object({ id: z.int(), name: z.string(), self: Link })

const readDeclaration = {
  description: 'Reads an entity definition.',
  params: { name: definitionName },
  query: viewParameters,
  replies: { 200: reply('The definition.', DefinitionResource) },
}

/** The entity definition resource, to which entities link (interface 2.2.6), with the members that existing clients use. */
export const entityDefinitions: Route[] = [
  getAndHead('/api/entitydefinitions', list, {
    description: 'Lists entity definitions.',
    source: observed('existing clients'),
    decisions: [
      decision(
        'The built-in content has the definitions that every installation has and programs name: M.PCM.Product with its category and family, M.Content with its types, M.File, M.AssetMedia, M.Trigger, M.Action, M.Script, M.JobDescription, M.Mailing.Template, M.UserProfile, M.UploadConfiguration, M.Localization. The names of members that no program names are made up.',
      ),
    ],
    query: listParameters,
    replies: { 200: reply('A page of definitions.', z.union([DefinitionPage, BasicPage])) },
  }),
  post('/api/entitydefinitions', create, {
    description: 'Creates an entity definition.',
    source: observed('existing clients'),
    decisions: [
      decision(
        'A name has letters, digits, ".", "_" and "-", and is not only digits, "." or "..". A member can have any name except "__proto__", which is rejected with 400.',
      ),
      decision(
        'Values are matched against a validation expression in linear time (RE2). An expression that RE2 does not support, for example one with look-around, is stored but not enforced; the response, imports and startup warn about it. One that is larger than 5,000 characters and classes, with its counts multiplied out, is rejected. A value is not matched if its characters times the instructions of the expression (about twice that size) are more than 10 million; it is saved with a warning.',
      ),
    ],
    body: definitionBody,
    replies: {
      201: reply('The definition was created.', DefinitionReference, {
        Location: 'Address of the definition.',
      }),
    },
  }),
  getAndHead('/api/entitydefinitions/:name', readOne, {
    ...readDeclaration,
    source: documented('2.2.6'),
    decisions: [decision('Definitions have the shape that existing clients read.', '2.2.7')],
  }),
  getAndHead('/api/entitydefinitions/name/:name', readOne, {
    ...readDeclaration,
    source: observed('existing clients'),
  }),
  put('/api/entitydefinitions/:name', replace, {
    description: 'Replaces an entity definition. Its entities are kept.',
    source: decided('Definitions change while an application is developed.'),
    params: { name: definitionName },
    body: definitionBody,
    replies: { 204: reply('The definition was replaced.') },
  }),
  del('/api/entitydefinitions/:name', remove, {
    description: 'Deletes an entity definition that has no entities.',
    source: decided('Definitions change while an application is developed.'),
    params: { name: definitionName },
    replies: { 204: reply('The definition was deleted.') },
  }),
]

function list(call: QueryCall<typeof listParameters>): Reply {
  const selected = selectDefinitions(call)

  if (call.query.viewMode?.toLowerCase() === 'basic') {
    const items = selected.map(({ id, name, labels }) => ({
      id,
      name,
      labels,
      self: call.links.definition(name),
    }))

    return json({ items, total_items: items.length, returned_items: items.length, offset: 0 })
  }

  const page = pageOf(call, pageLimits)
  const items = selected.slice(page.skip, page.skip + page.take)

  return json({
    items: items.map((definition) => resourceOf(call, definition)),
    ...pageMembersOf(call, page, { total: selected.length, returned: items.length }),
  })
}

function readOne(call: QueryCall<typeof viewParameters, DefinitionParams>): Reply {
  return json(resourceOf(call, definitionByNameOrId(call.data, call.params.name)))
}

/** As the query requests: `includeConditionalMembers=false` leaves conditional members out, `loadPermissions=true` adds the permissions. */
function resourceOf(call: QueryCall<typeof viewParameters>, definition: EntityDefinition) {
  const { includeConditionalMembers, loadPermissions } = call.query
  const grants = () => grantsOf(call.data, call.user, definition.name)

  return definitionResource(definition, {
    links: call.links,
    includesConditional: includeConditionalMembers !== false,
    permissions: loadPermissions ? grants().map(({ permission }) => permission) : undefined,
  })
}

/** The definition in the body; warns about validation expressions that are not enforced. */
async function definitionInBody(call: Call<unknown, DefinitionInput>): Promise<DefinitionInput> {
  const input = call.body

  for (const { place, message } of await uncheckedExpressions(input)) call.warn(place, () => message)
  call.enforce()

  return input
}

async function create(call: Call<unknown, DefinitionInput>): Promise<Reply> {
  const input = await definitionInBody(call)
  const definition = call.change((draft, author) => {
    const id =
      input.id !== undefined && input.id > 0
        ? input.id
        : draft.sequences.next('definition', (id) => draft.definitions.find('id', String(id)) !== undefined)
    const { now, userId } = author
    const definition = { ...input, ...auditOf(author), id, created_on: now, created_by: userId }

    createDefinition(draft, definition)

    return definition
  })
  const self = call.links.definition(definition.name)

  return created(self.href, { id: definition.id, name: definition.name, self })
}

async function replace(call: Call<DefinitionParams, DefinitionInput>): Promise<Reply> {
  const input = await definitionInBody(call)

  await call.changeInSlices((draft, author) => {
    const before = definitionByNameOrId(draft, call.params.name)
    const { created_on, created_by } = before
    const audit = {
      ...auditOf(author),
      ...(created_on && { created_on }),
      ...(created_by && { created_by }),
    }

    return replaceDefinition(draft, before, { ...input, ...audit, id: before.id })
  })

  return noContent()
}

async function remove(call: Call<DefinitionParams>): Promise<Reply> {
  await call.changeInSlices((draft) => deleteDefinition(draft, definitionByNameOrId(draft, call.params.name)))

  return noContent()
}

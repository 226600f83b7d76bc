import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { flag, names } from '../../http/declaration/parameters.ts'
import { anyObject, reply } from '../../http/declaration/reply.ts'
import { read, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { compiledDefinition } from '../../model/entities/entities.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { relatedIds } from '../../model/relations/relations.ts'
import { grantsOf } from '../../sandbox/access/policies.ts'
import { byId } from '../../api/entities/entities.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import { definitionResource } from '../definitions/entity-definition-resource.ts'
import { entityResource, type Loading } from '../../api/entities/entity-resource.ts'

/**
 * An entity with what a page about it needs, in one answer. Public documentation has no fields for it: these are
 * named after the parameters that ask for them.
 */
export const aggregates: Route[] = [
  read('/api/aggregates/:name/:id', readAggregate, {
    does: 'Reads an entity with what a page about it needs.',
    source: observed('the public documentation, which has no fields for it'),
    params: { id: entityId },
    query: {
      culture: names('Cultures of multi-language values.'),
      loadPermissions: flag('Whether to tell what the user may do with the entity.'),
      loadDefinitions: flag('Whether to give its definition.'),
      loadOptionLists: flag('Whether to give the option lists of its properties.'),
      loadEntities: flag('Whether to give the related entities.'),
      loadSettings: flag('Whether to give the settings.'),
    },
    replies: { 200: reply('The entity with the rest.', anyObject) },
  }),
]

function readAggregate(call: Call<{ name: string; id: string }>): Reply {
  const { data, links } = call
  const { name, id } = call.params
  const entity = byId(data, id)
  const { definition, properties } = compiledDefinition(data, entity.definition)
  const loading = { cultures: call.list('culture') ?? [], hasMember: () => true, isNested: () => true }
  const asks = (parameter: string) => call.query.get(parameter)?.toLowerCase() === 'true'
  const lists = [...properties.values()].flatMap(({ datasource }) => (datasource ? [datasource] : []))

  return json({
    name,
    entity: entityResource(entity, { data, links, loading }),
    ...(asks('loadPermissions') && {
      permissions: grantsOf(data, call.user, entity.definition).map(({ permission }) => permission),
    }),
    ...(asks('loadDefinitions') && {
      definitions: [definitionResource(definition, { links, withConditional: true })],
    }),
    ...(asks('loadOptionLists') && {
      option_lists: [...new Set(lists)].map((list) => data.optionLists.get(list)),
    }),
    ...(asks('loadEntities') && { entities: related(call, entity, loading) }),
    ...(asks('loadSettings') && { settings: settingsOf(call) }),
    self: links.to(`/api/aggregates/${encodeURIComponent(name)}/${entity.id}`),
  })
}

function related({ data, links }: Call, entity: Entity, loading: Loading) {
  const ids = Object.keys(entity.relations).flatMap((relation) => [
    ...relatedIds(entity, relation, 'parents'),
    ...relatedIds(entity, relation, 'children'),
  ])

  return [...new Set(ids)]
    .map((id) => data.entities.get(id))
    .filter((other) => other !== undefined)
    .map((other) => entityResource(other, { data, links, loading }))
}

function settingsOf({ data }: Call) {
  return Array.from(data.entities.group('definition', 'M.Setting').keys(), (id) => data.entities.get(id))
    .filter((setting) => setting !== undefined)
    .map(({ properties }) => ({
      name: properties['M.Setting.Name'],
      value: properties['M.Setting.Value'] ?? null,
    }))
}

import { blueprintFor } from '../model/entities.ts'
import { membersOf } from '../model/blueprint.ts'
import type { Entity } from '../model/entity.ts'
import type { Data } from '../model/tables.ts'
import type { Call } from '../http/call.ts'
import { json, type Reply } from '../http/reply.ts'
import { entityResource, type Loading } from './entity-resource.ts'

const loadingParameters = ['culture', 'cultures', 'members', 'groups', 'nestedRelations']

/** Answers an entity, as the query parameters `culture, cultures, members, groups, nestedRelations` ask for it. */
export function entityReply(call: Call, entity: Entity, asked = loadingQuery(call)): Reply {
  const { definitions, optionLists } = call.data

  return call.replies.reply(entity, `${call.links.base}?${asked}`, [definitions, optionLists], () => {
    const loading = loadingOf(call, entity)
    const resource = entityResource(entity, { data: call.data, links: call.links, loading })

    if (!loading.isPartial) return json(resource)

    return json({ ...resource, full: resource.self, self: { href: `${resource.self.href}?${asked}` } })
  })
}

/** Answers several entities, each as it is answered alone. */
export function entityReplies(call: Call, entities: readonly Entity[]): Reply[] {
  const asked = loadingQuery(call)

  return entities.map((entity) => entityReply(call, entity, asked))
}

/** The part of the query that says what to load. */
function loadingQuery(call: Call): string {
  if (call.request.search === '') return ''

  const given = [...call.query].filter(([name]) => loadingParameters.includes(name))

  return given.map(([name, value]) => `${name}=${encodeURI(value)}`).join('&')
}

function loadingOf(call: Call, entity: Entity): Loading & { isPartial: boolean } {
  const members = call.list('members')
  const groups = call.list('groups')
  const nested = call.list('nestedRelations') ?? []
  const wanted = members || groups ? wantedMembers(call.data, entity, members ?? [], groups ?? []) : undefined

  return {
    cultures: [...(call.list('culture') ?? []), ...(call.list('cultures') ?? [])],
    hasMember: (name) => wanted === undefined || wanted.has(name),
    isNested: (relation) => nested.includes(relation),
    isPartial: wanted !== undefined,
  }
}

function wantedMembers(data: Data, entity: Entity, members: string[], groups: string[]): Set<string> {
  const { definition } = blueprintFor(data, entity.definition)
  const ofGroups = membersOf({
    ...definition,
    member_groups: definition.member_groups.filter((group) => groups.includes(group.name)),
  })

  return new Set([...members, ...ofGroups.map((member) => member.name)])
}

import { z } from 'zod'
import {
  EntityDefinition,
  MemberGroup,
  PropertyMember,
  RelationMember,
  type Condition,
  type Member,
} from '../../../data/model/definitions/definition.ts'
import { UncheckedJson, Link } from '../../../data/model/shared/json.ts'
import type { Links } from '../../http/replies/links.ts'

/** The query parameters of lists of entities, apart from those of paging. */
const listOptions = 'members,renditions,nestedRelations,culture,sort,order,sortCulture'

const conditions = {
  conditions: z.array(
    z.object({ member: z.string(), value: UncheckedJson.optional(), definition: Link.optional() }),
  ),
}

const PropertyResource = PropertyMember.extend({ ...conditions, datasource: Link.optional() }).meta({
  id: 'PropertyMember',
})

const RelationMemberResource = RelationMember.extend({
  ...conditions,
  associated_entitydefinition: Link,
}).meta({
  id: 'RelationMember',
})

export const DefinitionResource = EntityDefinition.extend({
  member_groups: z.array(
    MemberGroup.extend({
      ...conditions,
      members: z.array(z.discriminatedUnion('type', [PropertyResource, RelationMemberResource])),
    }),
  ),
  permissions: z.array(z.string()).optional(),
  created_by: Link.nullable(),
  modified_by: Link.nullable(),
  entities: Link,
  related_paths: Link,
  self: Link,
}).meta({ id: 'EntityDefinition' })
export type DefinitionResource = z.infer<typeof DefinitionResource>

/** What a representation of a definition depends on. */
interface DefinitionView {
  readonly links: Links
  /** Whether the response contains conditional groups and members. */
  readonly includesConditional: boolean
  /** The caller's permissions on entities of the definition, if requested. */
  readonly permissions?: readonly string[] | undefined
}

/** The entity definition resource, with all members that existing clients require. */
export function definitionResource(definition: EntityDefinition, view: DefinitionView) {
  const { created_by, modified_by, member_groups, ...fields } = definition
  const { links, includesConditional, permissions } = view
  const address = `/api/entitydefinitions/${encodeURIComponent(definition.name)}`

  return {
    ...fields,
    display_template: fields.display_template ?? null,
    usage_type: fields.usage_type ?? null,
    member_groups: member_groups
      .filter((group) => includesConditional || !group.is_conditional)
      .map((group) => groupResource(group, view)),
    created_by: links.user(created_by),
    modified_by: links.user(modified_by),
    ...(permissions && { permissions }),
    entities: links.template(`${address}/entities{?skip,take,${listOptions}}`, 'Entities of this definition'),
    related_paths: links.template(`${address}/relatedpaths{?skip,take}`, 'Paths of these entities'),
    self: links.definition(definition.name),
  }
}

function groupResource(group: MemberGroup, { links, includesConditional }: DefinitionView) {
  return {
    ...group,
    content_group: group.content_group ?? null,
    conditions: group.conditions.map((condition) => conditionResource(condition, links)),
    members: group.members
      .filter((member) => includesConditional || !member.is_conditional)
      .map((member) => memberResource(member, links)),
  }
}

/** `datasource` only if it is set, `content_type` only for String and Json, as existing clients expect. */
function memberResource(member: Member, links: Links) {
  const conditions = member.conditions.map((condition) => conditionResource(condition, links))

  if (member.type === 'Relation') {
    const associated_entitydefinition = links.definition(member.associated_entitydefinition)

    return { ...member, conditions, associated_entitydefinition }
  }

  const { content_type, datasource, ...fields } = member

  return {
    ...fields,
    conditions,
    validation_expression: member.validation_expression ?? null,
    ...(member.type === 'String' && { content_type: content_type ?? 'SingleLine' }),
    ...(member.type === 'Json' && { content_type: content_type ?? null }),
    ...(datasource && { datasource: links.to(`/api/datasources/${encodeURIComponent(datasource)}`) }),
  }
}

function conditionResource({ member, value, definition }: Condition, links: Links) {
  return {
    member,
    ...(value !== undefined && { value: typeof value === 'object' ? links.to(value.href) : value }),
    ...(definition && { definition: links.to(definition.href) }),
  }
}

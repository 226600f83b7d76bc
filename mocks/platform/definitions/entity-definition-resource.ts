import type { EntityDefinition, Member } from '../../model/definitions/definition.ts'
import type { Links } from '../../http/replies/links.ts'

/** The entity definition resource, with everything existing clients refuse to live without. */
export function definitionResource(definition: EntityDefinition, links: Links): Record<string, unknown> {
  const { created_by, modified_by, member_groups, ...fields } = definition
  const self = links.definition(definition.name)

  return {
    ...fields,
    member_groups: member_groups.map((group) => ({
      ...group,
      members: group.members.map((member) => memberResource(member, links)),
    })),
    ...(created_by === undefined ? {} : { created_by: links.entity(created_by) }),
    ...(modified_by === undefined ? {} : { modified_by: links.entity(modified_by) }),
    entities: links.template(
      `/api/entitydefinitions/${encodeURIComponent(definition.name)}/entities{?skip,take,culture,members,nestedRelations}`,
      'Entities of this definition',
    ),
    self,
  }
}

function memberResource(member: Member, links: Links): Record<string, unknown> {
  if (member.type === 'Relation') {
    return { ...member, associated_entitydefinition: links.definition(member.associated_entitydefinition) }
  }

  return {
    ...member,
    datasource: member.datasource
      ? links.to(`/api/datasources/${encodeURIComponent(member.datasource)}`)
      : null,
  }
}

import {
  cardinalities,
  roles,
  type EntityDefinition,
  type Member,
} from '../../model/definitions/definition.ts'
import { contentTypes } from '../definitions/readable-definition.ts'

/** A definition in the form of packages: numbers instead of names of roles and cardinalities, names instead of links. */
export function packageDefinition(
  { created_by, modified_by, member_groups, ...fields }: EntityDefinition,
  userLink: (id: number) => object | undefined,
): object {
  return {
    ...fields,
    member_groups: member_groups.map((group) => ({ ...group, members: group.members.map(packageMember) })),
    ...(created_by === undefined ? {} : { created_by: userLink(created_by) }),
    ...(modified_by === undefined ? {} : { modified_by: userLink(modified_by) }),
    entities: { href: null },
    related_paths: { href: null },
    self: { href: fields.name },
  }
}

function packageMember(member: Member): object {
  if (member.type === 'Relation') {
    return {
      ...member,
      role: roles.indexOf(member.role),
      cardinality: cardinalities.indexOf(member.cardinality),
      associated_entitydefinition: { href: member.associated_entitydefinition },
    }
  }

  const { datasource, content_type: contentType, ...others } = member
  const number = contentTypes.indexOf(contentType ?? '')

  return {
    ...others,
    ...(contentType === undefined ? {} : { content_type: number === -1 ? contentType : number }),
    ...(datasource ? { datasource: { href: datasource } } : {}),
  }
}

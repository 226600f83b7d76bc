import { membersOf } from '../../model/definitions/compiled-definition.ts'
import type { DefinitionInFile } from '../../model/data-file/data-file.ts'
import type { Member, MemberGroup } from '../../model/definitions/definition.ts'
import { systemDefinitions } from '../../seed/domain/system-definitions.ts'
import type { ImportNotes } from '../summary.ts'

const needed = new Map(systemDefinitions.map((each) => [each.name, each]))

/**
 * A definition with the members that the sandbox itself reads, such as the `Username` of users. Other definitions are
 * unchanged.
 */
export function withNeededMembers(definition: DefinitionInFile, notes: ImportNotes): DefinitionInFile {
  const original = needed.get(definition.name)

  if (!original) return definition

  const own = new Map(membersOf(definition).map((member) => [keyOf(member), member]))
  const replacements = membersOf(original).filter((member) => !isCompatible(own.get(keyOf(member)), member))

  if (replacements.length === 0) return definition

  notes.changed(
    `"${definition.name}" has the built-in form of members that the sandbox reads: ${replacements.map(({ name }) => name).join(', ')}.`,
    definition.name,
  )

  return {
    ...definition,
    member_groups: merged(definition.member_groups, original.member_groups, replacements),
  }
}

function keyOf(member: Member): string {
  return member.type === 'Relation' ? `${member.role} ${member.name}` : member.name
}

/** Whether a member can replace the built-in one. */
function isCompatible(own: Member | undefined, original: Member): boolean {
  if (!own || own.type !== original.type) return false
  if (own.type === 'Relation' && original.type === 'Relation') {
    return (
      own.cardinality === original.cardinality &&
      own.associated_entitydefinition === original.associated_entitydefinition
    )
  }

  return (
    own.type !== 'Relation' &&
    original.type !== 'Relation' &&
    own.is_unique === original.is_unique &&
    own.is_multilanguage === original.is_multilanguage &&
    own.is_multivalue === original.is_multivalue
  )
}

function merged(
  own: readonly MemberGroup[],
  original: readonly MemberGroup[],
  replacements: readonly Member[],
): MemberGroup[] {
  const keys = new Set(replacements.map(keyOf))
  const kept = own.map((group) => ({
    ...group,
    members: group.members.filter((member) => !keys.has(keyOf(member)) && !isOtherKind(member, replacements)),
  }))

  return original.reduce((groups, { members, ...group }) => {
    const added = members.filter((member) => keys.has(keyOf(member)))
    const place = groups.find(({ name }) => name === group.name)

    if (added.length === 0) return groups
    if (!place) return [...groups, { ...group, members: added }]

    return groups.map((each) => (each === place ? { ...each, members: [...each.members, ...added] } : each))
  }, kept)
}

/** A property and a relation can't share a name. */
function isOtherKind(member: Member, replacements: readonly Member[]): boolean {
  return replacements.some(
    ({ name, type }) => name === member.name && (type === 'Relation') !== (member.type === 'Relation'),
  )
}

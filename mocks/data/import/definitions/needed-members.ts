import { membersOf } from '../../model/definitions/compiled-definition.ts'
import type { DefinitionInFile } from '../../model/data-file/data-file.ts'
import type { Member, MemberGroup } from '../../model/definitions/definition.ts'
import { systemDefinitions } from '../../seed/domain/system-definitions.ts'
import type { ImportNotes } from '../import-summary.ts'

const needed = new Map(systemDefinitions.map((each) => [each.name, each]))

/**
 * A definition with the members that the sandbox itself reads, such as the `Username` of users. Other definitions are
 * unchanged.
 */
export function withNeededMembers(definition: DefinitionInFile, notes: ImportNotes): DefinitionInFile {
  const original = needed.get(definition.name)
  const own = membersOf(definition)
  const replacements = (original ? membersOf(original) : []).filter(
    (member) => formOf(own.find((each) => isReplacedBy(each, member))) !== formOf(member),
  )

  if (!original || replacements.length === 0) return definition

  notes.changed(
    `"${definition.name}" has the built-in form of members that the sandbox reads: ${replacements.map(({ name }) => name).join(', ')}.`,
    definition.name,
  )

  return {
    ...definition,
    member_groups: merged(definition.member_groups, original.member_groups, replacements),
  }
}

/** What a member must have in common with the built-in one. */
function formOf(member: Member | undefined): string | undefined {
  return JSON.stringify(member, [
    'type',
    'cardinality',
    'associated_entitydefinition',
    'is_unique',
    'is_multilanguage',
    'is_multivalue',
  ])
}

/** Whether a member has the name of another one. The two ends of a relation share theirs. */
function isReplacedBy(one: Member, other: Member): boolean {
  const areEnds = one.type === 'Relation' && other.type === 'Relation' && one.role !== other.role

  return one.name === other.name && !areEnds
}

function merged(
  own: readonly MemberGroup[],
  original: readonly MemberGroup[],
  replacements: readonly Member[],
): MemberGroup[] {
  const kept = own.map((group) => ({
    ...group,
    members: group.members.filter((member) => !replacements.some((each) => isReplacedBy(member, each))),
  }))

  return original.reduce((groups, { members, ...group }) => {
    const added = members.filter((member) => replacements.includes(member))
    const place = groups.find(({ name }) => name === group.name)

    if (added.length === 0) return groups
    if (!place) return [...groups, { ...group, members: added }]

    return groups.map((each) => (each === place ? { ...each, members: [...each.members, ...added] } : each))
  }, kept)
}

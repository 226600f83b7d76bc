import { zodMessages, problemsIn, type Problem } from '../../model/shared/validation-messages.ts'
import { DefinitionInFile } from '../../model/data-file/data-file.ts'
import { namesAt, unknownFields } from '../../model/definitions/unknown-fields.ts'
import { isObject, type Json, type JsonObject } from '../../model/shared/json.ts'
import type { ImportNotes } from '../import-summary.ts'
import { membersOf } from '../../model/definitions/compiled-definition.ts'
import type { Member, MemberGroup } from '../../model/definitions/definition.ts'
import { systemDefinitions } from '../../seed/domain/system-definitions.ts'

type Path = readonly PropertyKey[]

/** Fields without which a member can't be imported. */
const essential = new Set<PropertyKey>(['name', 'type', 'role', 'cardinality', 'associated_entitydefinition'])

/** A definition of another system without its invalid parts; undefined when nothing valid remains. */
export function fitDefinition(
  definition: JsonObject,
  place: string,
  notes: ImportNotes,
): DefinitionInFile | undefined {
  const draft = structuredClone(definition)

  // Removing an invalid part can reveal another.
  for (let round = 0; round < 10; round++) {
    const parsed = DefinitionInFile.safeParse(draft, { error: zodMessages })

    if (parsed.success) return parsed.data
    const problems = problemsIn(parsed.error.issues)

    for (const problem of problems) remove(draft, problem, place, notes)
    dropRemoved(draft)
    if (problems.some(({ path }) => path.length === 0 || path[0] === 'name')) return undefined
  }

  return undefined
}

function remove(draft: JsonObject, problem: Problem, place: string, notes: ImportNotes): void {
  const target = targetOf(problem.path)
  const parent = target.slice(0, -1).reduce<Json | undefined>(memberOf, draft)
  const key = target.at(-1)
  const field = String(problem.path.at(-1) ?? '')

  notes.skipped(`"${field}": ${problem.message}`, `${place} ${namesAt(draft, problem.path)}`)
  if (Array.isArray(parent) && typeof key === 'number') parent[key] = null
  else if (isObject(parent) && key !== undefined) delete parent[String(key)]
}

/** The path to remove: the whole member of the definition when the problem is in an essential field, else that field. */
function targetOf(path: Path): Path {
  const [, , inGroup, , field] = path

  if (inGroup === 'members')
    return field === undefined || essential.has(field) ? path.slice(0, 4) : path.slice(0, 5)
  if (path[0] === 'member_groups')
    return path.length <= 2 || inGroup === 'name' ? path.slice(0, 2) : path.slice(0, 3)

  return path.slice(0, 1)
}

function memberOf(value: Json | undefined, key: PropertyKey): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)]

  return isObject(value) ? value[String(key)] : undefined
}

/** Drops the nulls that `remove()` leaves in arrays, so that the indexes of the others stay valid. */
function dropRemoved(draft: JsonObject): void {
  if (!Array.isArray(draft.member_groups)) return

  draft.member_groups = draft.member_groups.filter((group) => group !== null)
  for (const group of draft.member_groups) {
    if (isObject(group) && Array.isArray(group.members)) {
      group.members = group.members.filter((member) => member !== null)
    }
  }
}

/** Notes the unknown fields of a definition, its groups and members. */
export function noteUnknownFields(definition: JsonObject, place: string, notes: ImportNotes): void {
  for (const { message, path } of unknownFields(definition)) {
    notes.skipped(message, path[2] === 'members' ? `${place} ${namesAt(definition, path)}` : place)
  }
}

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

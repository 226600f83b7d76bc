import { zodMessages, problemsIn, type Problem } from '../../model/shared/validation-messages.ts'
import { DefinitionInFile } from '../../model/data-file/data-file.ts'
import { unknownFields } from '../../model/definitions/unknown-fields.ts'
import { isObject, type Json, type JsonObject } from '../../model/shared/json.ts'
import type { ImportNotes } from '../import-summary.ts'

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

  const [field, where] = describe(draft, problem.path)

  notes.skipped(`"${field}": ${problem.message}`, `${place} ${where}`)
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

/** The invalid field and its owner: `boost` of `Book.Title`. */
function describe(definition: JsonObject, path: Path): [field: string, where: string] {
  const member = path.slice(0, 4).reduce<Json | undefined>(memberOf, definition)

  return [
    String(path.at(-1) ?? ''),
    namesOf(definition, path[2] === 'members' && isObject(member) ? member : {}),
  ]
}

function namesOf(definition: JsonObject, member: JsonObject): string {
  return [definition.name, member.name].filter((name) => typeof name === 'string').join('.')
}

/** Notes the unknown fields of a definition, its groups and members. */
export function noteUnknownFields(definition: JsonObject, place: string, notes: ImportNotes): void {
  for (const { message, member } of unknownFields(definition)) {
    notes.skipped(message, member ? `${place} ${namesOf(definition, member)}` : place)
  }
}

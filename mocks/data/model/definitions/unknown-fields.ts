import type { z } from 'zod'
import { FailureList, type FailureSink } from '../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { ignoredMembers } from '../shared/ignored-members.ts'
import { foldMember } from '../shared/letter-case.ts'
import { suggestion } from '../shared/suggestion.ts'
import { EntityDefinition, MemberGroup, PropertyMember, RelationMember } from './definition.ts'

/** Fields of responses that are derived from the definition when it is read. */
export const derivedFields = ['entities', 'permissions', 'related_paths', 'self']

/** Fields that existing programs send in definitions, and that have no effect. */
export const sentFields = ['is_path_enabled']

/** A field of a definition, or of its groups and members, that has no effect. */
export interface UnknownField {
  readonly path: readonly string[]
  readonly message: string
  /** Whether existing programs send it. */
  readonly isSent: boolean
  /** Whether a known field has a similar name, so that it is probably misspelt. */
  readonly isMisspelt: boolean
}

export function unknownFields(definition: JsonObject): UnknownField[] {
  const groups = objectsIn(definition.member_groups)

  return [
    ...unknownIn(definition, 'an entity definition', EntityDefinition, []),
    ...groups.flatMap(([group, at]) => {
      const path = ['member_groups', at]

      return [
        ...unknownIn(group, 'a member group', MemberGroup, path),
        ...objectsIn(group.members).flatMap(([member, index]) => {
          const schema = member.type === 'Relation' ? RelationMember : PropertyMember

          return unknownIn(member, 'a member', schema, [...path, 'members', index])
        }),
      ]
    }),
  ]
}

/** The names of a definition, and of the member to which a path in it leads: `Book.Isbn`. */
export function namesAt(definition: unknown, path: readonly PropertyKey[]): string {
  const [, group = '', list, index = ''] = path
  const members: unknown = list === 'members' && Object(Object(definition).member_groups)[group]?.members
  const names: unknown[] = [definition, Object(members)[index]].map((each) => Object(each).name)

  return names.filter((name) => typeof name === 'string').join('.')
}

/** Names the definition and member of failures in a definition, whose paths begin with that of a list and a position. */
export function namingMembers(failures: FailureSink, definition: unknown): FailureSink {
  return {
    add: (path, message, hint) =>
      failures.add(path, `${message} (${namesAt(definition, path.split('.').slice(2)) || 'unnamed'})`, hint),
  }
}

/** Adds the unknown fields that nobody is known to send. @param path of the definition */
export function addUnknownFields(failures: FailureSink, definition: JsonObject, path: string): void {
  for (const { isSent, message, path: field } of unknownFields(definition))
    if (!isSent) namingMembers(failures, definition).add([path, ...field].join('.'), message)
}

/**
 * Rejects the fields that are probably misspelt; others may be those of programs that nobody has seen yet.
 *
 * @throws {InvalidRequest} naming each of them
 */
export function rejectMisspelt(definition: JsonObject): void {
  const failures = new FailureList()

  for (const { isMisspelt, isSent, message, path } of unknownFields(definition))
    if (isMisspelt && !isSent) failures.add(path.join('.'), message)
  failures.throwIfAny()
}

function unknownIn(value: JsonObject, what: string, schema: z.ZodObject, path: string[]): UnknownField[] {
  const names = Object.keys(schema.shape)
  const known = new Set([...names, ...(path.length === 0 ? derivedFields : [])])
  const sent = new Set([...ignoredMembers(schema).names, ...(path.length === 0 ? sentFields : [])])

  return Object.keys(value)
    .filter((field) => !known.has(field))
    .map((field) => {
      const hint = nearestTo(field, names)

      return {
        path: [...path, field],
        message: `"${field}" is not a field of ${what}. ${hint}`.trimEnd(),
        isSent: sent.has(field),
        // Programs that send every field send null for those without a value.
        isMisspelt: hint !== '' && value[field] !== null,
      }
    })
}

/** Words with which others name the same. */
const otherWords: Readonly<Record<string, string>> = {
  options: 'datasource',
  optionlist: 'datasource',
  required: 'is_mandatory',
  members: 'member_groups',
}

const groupsHint = 'It belongs in a group: "member_groups": [{ "name": "Main", "members": [...] }].'

function nearestTo(field: string, names: readonly string[]): string {
  const other = otherWords[foldMember(field)]

  if (other !== undefined && names.includes(other))
    return other === 'member_groups' ? groupsHint : `Did you mean "${other}"?`

  return (
    suggestion(
      `is_${field}`,
      names.filter((name) => name.startsWith('is_')),
    ) || suggestion(field, names)
  )
}

function objectsIn(value: Json | undefined): [JsonObject, index: string][] {
  return Array.isArray(value)
    ? value.flatMap((item, index): [JsonObject, string][] => (isObject(item) ? [[item, String(index)]] : []))
    : []
}

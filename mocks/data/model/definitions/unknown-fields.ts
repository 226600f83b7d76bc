import type { z } from 'zod'
import { InvalidRequest } from '../shared/errors.ts'
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
  /** The member it belongs to, if it belongs to one. */
  readonly member: JsonObject | undefined
  readonly message: string
  /** Whether existing programs send it. */
  readonly isSent: boolean
  /** Whether a known field has a similar name, so that it is probably misspelt. */
  readonly isMisspelt: boolean
}

export function unknownFields(definition: JsonObject): UnknownField[] {
  const groups = objectsIn(definition.member_groups)

  return [
    ...unknownIn(definition, { what: 'an entity definition', schema: EntityDefinition, path: [] }),
    ...groups.flatMap(([group, at]) => {
      const path = ['member_groups', at]

      return [
        ...unknownIn(group, { what: 'a member group', schema: MemberGroup, path }),
        ...objectsIn(group.members).flatMap(([member, index]) => {
          const schema = member.type === 'Relation' ? RelationMember : PropertyMember

          return unknownIn(member, { what: 'a member', schema, path: [...path, 'members', index], member })
        }),
      ]
    }),
  ]
}

/** The path and message of each unknown field that nobody is known to send. @param path of the definition */
export function rejectedFields(
  definition: JsonObject,
  path: readonly string[],
): [path: string, message: string][] {
  return unknownFields(definition).flatMap((each): [string, string][] =>
    each.isSent ? [] : [[[...path, ...each.path].join('.'), each.message]],
  )
}

/**
 * Rejects the fields that are probably misspelt; others may be those of programs that nobody has seen yet.
 *
 * @throws {InvalidRequest} naming each of them
 */
export function rejectMisspelt(definition: JsonObject): void {
  const misspelt = unknownFields(definition).filter(({ isSent, isMisspelt }) => isMisspelt && !isSent)

  if (misspelt.length === 0) return

  throw new InvalidRequest(Object.fromEntries(misspelt.map(({ path, message }) => [path.join('.'), message])))
}

interface Place {
  readonly what: string
  readonly schema: z.ZodObject
  readonly path: readonly string[]
  readonly member?: JsonObject
}

function unknownIn(value: JsonObject, { what, schema, path, member }: Place): UnknownField[] {
  const names = Object.keys(schema.shape)
  const known = new Set([...names, ...(path.length === 0 ? derivedFields : [])])
  const sent = new Set([...ignoredMembers(schema).names, ...(path.length === 0 ? sentFields : [])])

  return Object.keys(value)
    .filter((field) => !known.has(field))
    .map((field) => {
      const hint = nearestTo(field, names)

      return {
        path: [...path, field],
        member,
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
}

function nearestTo(field: string, names: readonly string[]): string {
  const other = otherWords[foldMember(field)]

  if (other !== undefined && names.includes(other)) return `Did you mean "${other}"?`

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

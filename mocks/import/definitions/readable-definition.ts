import { z } from 'zod'
import { DefinitionInFile } from '../../model/data-file/data-file.ts'
import {
  cardinalities,
  MemberGroup,
  PropertyMember,
  RelationMember,
  roles,
} from '../../model/definitions/definition.ts'
import { isObject, type Json, type JsonObject } from '../../model/shared/json.ts'

/** Content types of text, by their number in package files. */
export const contentTypes: readonly string[] = ['SingleLine', 'MultiLine', 'Html', 'Code']

/** Names of values that are numbers in package files, by number. */
const namesByNumber: Readonly<Record<string, readonly string[]>> = {
  role: roles,
  cardinality: cardinalities,
  content_type: contentTypes,
}

/** Without the nulls with which a definition is returned that lacks these: it would be listed in another order. */
const definitionShape = { ...DefinitionInFile.shape, display_template: z.string(), usage_type: z.string() }

/**
 * Converts a definition of a response or package to the form that the schema accepts: names for numbers, and without
 * nulls that it rejects.
 */
export function readableDefinition(definition: JsonObject): JsonObject {
  const readable = withoutNulls(definition, definitionShape)

  return Array.isArray(readable.member_groups)
    ? { ...readable, member_groups: readable.member_groups.map(readableGroup) }
    : readable
}

function readableGroup(group: Json): Json {
  if (!isObject(group)) return group

  const readable = withoutNulls(group, MemberGroup.shape)

  return Array.isArray(readable.members)
    ? { ...readable, members: readable.members.map(readableMember) }
    : readable
}

function readableMember(member: Json): Json {
  if (!isObject(member)) return member

  const { shape } = member.type === 'Relation' ? RelationMember : PropertyMember
  const entries = Object.entries(withoutNulls(member, shape))

  return Object.fromEntries(entries.map(([field, value]) => [field, nameOf(field, value) ?? value]))
}

function nameOf(field: string, value: Json): string | undefined {
  return typeof value === 'number' ? namesByNumber[field]?.[value] : undefined
}

type Shape = Readonly<Record<string, z.ZodType | undefined>>

/** The value without nulls that `shape` rejects, and without links to null. */
export function withoutNulls(value: JsonObject, shape: Shape): JsonObject {
  return Object.fromEntries(
    Object.entries(value).filter(([field, inner]) => {
      if (inner === null) return shape[field]?.safeParse(null).success ?? true

      return !(isObject(inner) && inner.href === null)
    }),
  )
}

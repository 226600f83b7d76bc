import { z } from 'zod'
import { DefinitionInFile } from '../../model/data-file/data-file.ts'
import {
  cardinalities,
  MemberGroup,
  PropertyMember,
  RelationMember,
  roles,
  type Condition,
  type EntityDefinition,
} from '../../model/definitions/definition.ts'
import { isObject, type Json, type JsonObject } from '../../model/shared/json.ts'
import { findByIdentifier } from '../../model/entities/references.ts'
import type { DataDraft } from '../../model/data-tables.ts'

/** Content types of text, by their number in package files. */
const contentTypes: readonly string[] = ['SingleLine', 'MultiLine', 'Html', 'Code']

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

/** Returns the new link of a condition; undefined to keep it. Packages have the identifier of an entity as link. */
type LinkChange = (href: string) => string | undefined

/** The definition with changed links in the conditions of its groups and members. */
export function withConditionLinks(definition: EntityDefinition, change: LinkChange): EntityDefinition {
  const changed = (conditions: readonly Condition[]) => conditions.map((each) => withLink(each, change))

  return {
    ...definition,
    member_groups: definition.member_groups.map((group) => ({
      ...group,
      conditions: changed(group.conditions),
      members: group.members.map((member) => ({ ...member, conditions: changed(member.conditions) })),
    })),
  }
}

/** Replaces the identifiers in conditions of package files by links to entities. */
export function resolveConditions(draft: DataDraft): void {
  for (const definition of Array.from(draft.definitions.all())) {
    const resolved = withConditionLinks(definition, (identifier) => {
      const entity = identifier.includes('/') ? undefined : findByIdentifier(draft, identifier)

      return entity && `/api/entities/${entity.id}`
    })

    if (JSON.stringify(resolved) !== JSON.stringify(definition)) draft.definitions.put(resolved)
  }
}

function withLink(condition: Condition, change: LinkChange): Condition {
  const { value } = condition
  const href = typeof value === 'object' ? change(value.href) : undefined

  return href === undefined ? condition : { ...condition, value: { href } }
}

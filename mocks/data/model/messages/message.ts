import { z } from 'zod'
import { differences, type ChangeSet } from '../../store/change-set.ts'
import type { tables } from '../data-tables.ts'
import { compileDefinition, type RelationEnd } from '../definitions/compiled-definition.ts'
import type {
  Cardinality,
  EntityDefinition,
  PropertyMember,
  PropertyType,
} from '../definitions/definition.ts'
import type { Entity } from '../entities/entity.ts'
import { relatedIds } from '../relations/relations.ts'
import { isObject, Json, ownValue, type JsonObject } from '../shared/json.ts'
import { findUser } from '../users/users.ts'

export const messageEvents = ['EntityCreated', 'EntityUpdated', 'EntityDeleted'] as const
export type MessageEvent = (typeof messageEvents)[number]

/** The change of a property's value in a culture, `(Default)` for values without one; null is no value. */
const PropertyChange = z.object({
  Culture: z.string(),
  Property: z.string(),
  Type: z.string().describe('The type of the value in .NET: `System.String`.'),
  OriginalValue: Json,
  NewValue: Json,
})

/** The entities that have become related to the target, and those that no longer are. */
const RelationChange = z.object({
  Relation: z.string(),
  Role: z.int().describe('What the target is in the relation: 0 the parent, 1 the child.'),
  Cardinality: z.int().describe('0 one to many, 1 many to many, 2 one to one.'),
  NewValues: z.array(z.int()),
  RemovedValues: z.array(z.int()),
  inherits_security: z.boolean(),
})

/** What a change did to an entity, as the real service sends it. */
export const EntityMessage = z
  .object({
    context: z.object({
      sandbox: z.string(),
      trigger: z.string().nullable().describe('The name of the trigger that sends it; null for others.'),
    }),
    saveEntityMessage: z.object({
      EventType: z.enum(messageEvents),
      TimeStamp: z.string(),
      IsNew: z.boolean(),
      TargetDefinition: z.string(),
      TargetId: z.int(),
      TargetIdentifier: z.string(),
      UserId: z.int(),
      Version: z.int(),
      CreatedOn: z.string(),
      ModifiedOn: z.string(),
      ChangeSet: z.object({
        Cultures: z.array(z.string()),
        PropertyChanges: z.array(PropertyChange),
        RelationChanges: z.array(RelationChange),
      }),
    }),
  })
  .meta({ id: 'EntityMessage' })
export type EntityMessage = z.infer<typeof EntityMessage>
type ChangedMembers = EntityMessage['saveEntityMessage']['ChangeSet']

export type DataChange = ChangeSet<typeof tables>

/** An entity that was created, changed or deleted, and the message about it. */
export interface EntityChange {
  readonly before: Entity | undefined
  readonly after: Entity | undefined
  readonly message: EntityMessage
}

/**
 * The entities that a change has created, saved and deleted. Undo, reset and the like put an earlier state back, and so do
 * nothing to an entity; one of which only the other end of a relation changed was not saved itself.
 *
 * @param now when it happened, ISO 8601 UTC
 */
export function* entityChanges(change: DataChange, sandbox: string, now: string): Generator<EntityChange> {
  const { before: old, after: next, cause } = change
  const found = cause.kind === 'change' ? differences(old.tables.entities, next.tables.entities) : []

  for (const each of found) {
    // Records of the table of entities.
    const [before, after] = [each.before, each.after] as [Entity | undefined, Entity | undefined]
    const entity = after ?? before

    if (!entity || before?.version === after?.version) continue

    const data = (after ? next : old).tables
    const by = after ? undefined : findUser(data, cause.by ?? '')?.id
    const message = {
      EventType: after ? (before ? 'EntityUpdated' : 'EntityCreated') : 'EntityDeleted',
      TimeStamp: now,
      IsNew: !before,
      TargetDefinition: entity.definition,
      TargetId: entity.id,
      TargetIdentifier: entity.identifier,
      UserId: by ?? entity.modifiedBy,
      Version: entity.version,
      CreatedOn: entity.createdOn,
      ModifiedOn: entity.modifiedOn,
      ChangeSet: changedMembers(data.definitions.get(entity.definition), before, after),
    } as const

    yield { before, after, message: { context: { sandbox, trigger: null }, saveEntityMessage: message } }
  }
}

function changedMembers(definition?: EntityDefinition, before?: Entity, after?: Entity): ChangedMembers {
  const { properties = new Map<string, PropertyMember>(), ends = [] } = definition
    ? compileDefinition(definition)
    : {}

  return {
    Cultures: [...new Set([...(before?.cultures ?? []), ...(after?.cultures ?? [])])],
    PropertyChanges: Array.from(properties.values()).flatMap((member) =>
      valueChanges(member, before?.properties, after?.properties),
    ),
    RelationChanges: ends.flatMap((end) => relationChange(end, before, after)),
  }
}

/** The types of .NET that are not named as those of properties. */
const valueTypes: Partial<Record<PropertyType, string>> = { Integer: 'Int32', Long: 'Int64', Json: 'Object' }

/** The changes of a property, one for each culture. */
function valueChanges(
  member: PropertyMember,
  before: JsonObject = {},
  after: JsonObject = {},
): ChangedMembers['PropertyChanges'] {
  const [from, to] = [ownValue(before, member.name), ownValue(after, member.name)]

  if (from === to) return []

  const [original, changed] = [byCulture(member, from), byCulture(member, to)]
  const cultures = new Set([...Object.keys(original), ...Object.keys(changed)])

  return Array.from(cultures, (culture) => ({
    Culture: culture,
    Property: member.name,
    Type: `System.${valueTypes[member.type] ?? member.type}`,
    OriginalValue: ownValue(original, culture),
    NewValue: ownValue(changed, culture),
  })).filter(({ OriginalValue: one, NewValue: other }) => JSON.stringify(one) !== JSON.stringify(other))
}

function byCulture({ is_multilanguage }: PropertyMember, value: Json): JsonObject {
  return is_multilanguage && isObject(value) ? value : { '(Default)': value }
}

const cardinalityNumbers: Record<Cardinality, number> = { OneToMany: 0, ManyToMany: 1, OneToOne: 2 }

function relationChange(
  { member, side }: RelationEnd,
  before?: Entity,
  after?: Entity,
): ChangedMembers['RelationChanges'] {
  const from = before ? relatedIds(before, member.name, side) : []
  const to = after ? relatedIds(after, member.name, side) : []
  const [known, kept] = [new Set(from), new Set(to)]
  const change = {
    Relation: member.name,
    Role: side === 'parents' ? 1 : 0,
    Cardinality: cardinalityNumbers[member.cardinality],
    NewValues: to.filter((id) => !known.has(id)),
    RemovedValues: from.filter((id) => !kept.has(id)),
    inherits_security: member.inherits_security,
  }

  return change.NewValues.length + change.RemovedValues.length === 0 ? [] : [change]
}

import { z } from 'zod'
import { differences, type ChangeSet } from '../../store/change-set.ts'
import type { CommittedData, tables } from '../data-tables.ts'
import { compileDefinition, type RelationEnd } from '../definitions/compiled-definition.ts'
import type { Cardinality, PropertyMember, PropertyType } from '../definitions/definition.ts'
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

/** An entity that was created, changed or deleted. */
export interface EntityChange {
  readonly before: Entity | undefined
  readonly after: Entity | undefined
  readonly event: MessageEvent
  /** The entity as it is, or was. */
  readonly entity: Entity
}

/**
 * The entities that a change has created, saved and deleted. Undo, reset and the like put an earlier state back, and so do
 * nothing to an entity; one of which only the other end of a relation changed was not saved itself.
 */
export function* entityChanges({ before, after, cause }: DataChange): Generator<EntityChange> {
  if (cause.kind !== 'change') return

  for (const change of differences(before.tables.entities, after.tables.entities)) {
    // Records of the table of entities.
    const [from, to] = [change.before, change.after] as [Entity | undefined, Entity | undefined]
    const entity = to ?? from

    if (!entity || from?.version === to?.version) continue
    yield { before: from, after: to, entity, event: eventOf(from, to) }
  }
}

function eventOf(before: Entity | undefined, after: Entity | undefined): MessageEvent {
  if (!before) return 'EntityCreated'

  return after ? 'EntityUpdated' : 'EntityDeleted'
}

/** The message about an entity. @param now when it changed, ISO 8601 UTC */
export function messageOf(
  { event, entity, before, after }: EntityChange,
  { cause, ...states }: DataChange,
  context: EntityMessage['context'],
  now: string,
): EntityMessage {
  const data = after ? states.after.tables : states.before.tables

  return {
    context,
    saveEntityMessage: {
      EventType: event,
      TimeStamp: now,
      IsNew: !before,
      TargetDefinition: entity.definition,
      TargetId: entity.id,
      TargetIdentifier: entity.identifier,
      UserId: (after ? undefined : findUser(data, cause.by ?? '')?.id) ?? entity.modifiedBy,
      Version: entity.version,
      CreatedOn: entity.createdOn,
      ModifiedOn: entity.modifiedOn,
      ChangeSet: changedMembers(data, entity.definition, before, after),
    },
  }
}

function changedMembers(
  data: CommittedData,
  definition: string,
  before: Entity | undefined,
  after: Entity | undefined,
): ChangedMembers {
  const found = data.definitions.get(definition)
  const { properties = new Map<string, PropertyMember>(), ends = [] } = found ? compileDefinition(found) : {}

  return {
    Cultures: [...new Set([...(before?.cultures ?? []), ...(after?.cultures ?? [])])],
    PropertyChanges: Array.from(properties.values()).flatMap((member) =>
      valueChanges(member, before?.properties, after?.properties),
    ),
    RelationChanges: ends.flatMap((end) => relationChange(end, before, after) ?? []),
  }
}

const valueTypes: Record<PropertyType, string> = {
  String: 'System.String',
  Boolean: 'System.Boolean',
  Integer: 'System.Int32',
  Long: 'System.Int64',
  Decimal: 'System.Decimal',
  DateTime: 'System.DateTime',
  DateTimeOffset: 'System.DateTimeOffset',
  Json: 'Newtonsoft.Json.Linq.JToken',
}

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
    Type: valueTypes[member.type],
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
  before: Entity | undefined,
  after: Entity | undefined,
): ChangedMembers['RelationChanges'][number] | undefined {
  const from = before ? relatedIds(before, member.name, side) : []
  const to = after ? relatedIds(after, member.name, side) : []

  if (from === to) return undefined

  const [known, kept] = [new Set(from), new Set(to)]
  const [added, removed] = [to.filter((id) => !known.has(id)), from.filter((id) => !kept.has(id))]

  return added.length + removed.length === 0
    ? undefined
    : {
        Relation: member.name,
        Role: side === 'parents' ? 1 : 0,
        Cardinality: cardinalityNumbers[member.cardinality],
        NewValues: added,
        RemovedValues: removed,
        inherits_security: member.inherits_security,
      }
}

import { z } from 'zod'
import type { Entity } from '../../model/entities/entity.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'

/** A change of an entity. */
export const AuditDocument = z
  .object({
    timestamp: z.string(),
    event_type: z.enum(['EntityCreated', 'EntityUpdated', 'EntityDeleted']),
    entity_id: z.int(),
    entity_identifier: z.string(),
    entitydefinition: z.string(),
    /** Name of the user who made the change; null when it is unknown. */
    user: z.string().nullable(),
    /** Names of the properties and relations that changed; none when only the identifier or the cultures did. */
    changed: z.array(z.string()),
    /** The kind of change set that it belongs to: `change`, `reset`, `undo` ... */
    origin: z.string(),
    sequence: z.int(),
  })
  .meta({ id: 'AuditDocument' })
export type AuditDocument = z.infer<typeof AuditDocument>

/** The changes of entities in the history of a sandbox, the oldest first. */
export function auditDocuments({ history }: Sandbox): AuditDocument[] {
  return history.after(0).flatMap(({ sequence, at, change }) =>
    change.changes
      .filter(({ table }) => table === 'entities')
      .map(({ before, after }) => {
        // the entities table holds only Entity records
        const [from, to] = [before as Entity | undefined, after as Entity | undefined]

        return {
          timestamp: at,
          ...eventOf(from, to),
          user: change.cause.by ?? null,
          changed: changedMembers(from, to),
          origin: change.cause.kind,
          sequence,
        }
      }),
  )
}

function eventOf(before: Entity | undefined, after: Entity | undefined) {
  const entity = after ?? before

  if (!entity) throw new TypeError('A change has a record before or after it.')

  const kind = before ? (after ? 'EntityUpdated' : 'EntityDeleted') : 'EntityCreated'

  return {
    event_type: kind,
    entity_id: entity.id,
    entity_identifier: entity.identifier,
    entitydefinition: entity.definition,
  } as const
}

function changedMembers(before: Entity | undefined, after: Entity | undefined): string[] {
  const properties = changedNames(before?.properties, after?.properties)

  return [...new Set([...properties, ...changedNames(before?.relations, after?.relations)])]
}

function changedNames(before: object = {}, after: object = {}): string[] {
  const [from, to] = [new Map(Object.entries(before)), new Map(Object.entries(after))]

  return [...new Set([...from.keys(), ...to.keys()])].filter(
    (name) => JSON.stringify(from.get(name)) !== JSON.stringify(to.get(name)),
  )
}

import type { DataDraft } from './data-tables.ts'
import type { Entity } from './entities/entity.ts'
import { isPendingMassEdit } from './jobs/mass-edit.ts'
import { notify } from './notifications/user-notifications.ts'

interface EntityReaction {
  readonly type: string
  /** Whether the change of an entity sends a notification; `before` is undefined for a new entity. */
  applies(before: Entity | undefined, after: Entity): boolean
  /** The id of the user who is notified; null for everyone. */
  recipient(entity: Entity): number | null
}

/** The reactions to changes of entities, by definition. */
const entityReactions: Readonly<Record<string, EntityReaction>> = {
  'M.SavedSearch': {
    type: 'SearchChanged',
    applies: (before) => before !== undefined,
    recipient: (search) => (search.properties['IsShared'] === true ? null : search.createdBy),
  },
  'M.Order': {
    type: 'OrderCompleted',
    applies: (before, after) => isCompleted(after) && !(before && isCompleted(before)),
    recipient: (order) => order.createdBy,
  },
}

/**
 * Adds to a change what follows from it: the creator of a changed saved search (everyone if it is shared), the creator of
 * a completed order, and the user whose copy completed are notified; mass edits whose state became "Pending" are
 * scheduled. It examines the written records, and so works for every operation.
 */
export function reactToChanges(draft: DataDraft): void {
  for (const { before, after } of draft.entities.changes()) {
    // Skips entities of which only the other end of a relation changed, since they were not saved themselves.
    if (!after || after.version === before?.version) continue
    if (isPendingMassEdit(after) && !(before && isPendingMassEdit(before))) {
      draft.scheduledJobs.put({ jobId: after.id, dueAt: after.modifiedOn })
    }

    const reaction = Object.hasOwn(entityReactions, after.definition)
      ? entityReactions[after.definition]
      : undefined

    if (reaction?.applies(before, after)) {
      notify(
        draft,
        { type: reaction.type, userId: reaction.recipient(after) },
        { userId: after.modifiedBy, now: after.modifiedOn },
      )
    }
  }

  // Each is of a completed copy.
  for (const { before, after } of draft.jobs.changes()) {
    if (!after || before) continue
    const { createdBy: userId, createdOn: now } = after

    notify(draft, { type: 'OrderCompleted', userId }, { userId, now })
  }
}

function isCompleted({ properties }: Entity): boolean {
  const status = properties['Status']

  return typeof status === 'string' && status.toLowerCase() === 'completed'
}

import type { Entity } from '../entities/entity.ts'
import type { DataDraft } from '../tables.ts'
import { notify } from './notifications.ts'

interface EntityReaction {
  readonly type: string
  /** Whether a change of an entity is worth a notification; `before` is undefined if it is new. */
  applies(before: Entity | undefined, after: Entity): boolean
  /** The user it is for; null when it is for everyone. */
  recipient(entity: Entity): number | null
}

/** The type of notification for each change of entities, by definition. */
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
 * Makes the notifications that a change calls for, in that same change: whoever owns a saved search or an order
 * that changed is notified (everyone, when the saved search is shared), and so is the user of a job that is done.
 * It looks at what a change wrote, so it does not matter which operation wrote it.
 */
export function reactToChanges(draft: DataDraft): void {
  for (const { before, after } of draft.entities.changes()) {
    // Only the other end of a relation changed: this entity was not saved.
    if (!after || after.version === before?.version) continue
    const reaction = reactionTo(after)

    if (reaction?.applies(before, after)) {
      notify(
        draft,
        { type: reaction.type, userId: reaction.recipient(after) },
        { userId: after.modifiedBy, now: after.modifiedOn },
      )
    }
  }

  for (const { before, after } of draft.jobs.changes()) {
    if (!after || before) continue
    notify(
      draft,
      { type: 'OrderCompleted', userId: after.createdBy },
      { userId: after.createdBy, now: after.createdOn },
    )
  }
}

function reactionTo({ definition }: Entity): EntityReaction | undefined {
  return Object.hasOwn(entityReactions, definition) ? entityReactions[definition] : undefined
}

function isCompleted({ properties }: Entity): boolean {
  const status = properties['Status']

  return typeof status === 'string' && status.toLowerCase() === 'completed'
}

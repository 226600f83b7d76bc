import { Notification } from '../../model/notifications/notification.ts'
import { isObject, type Json } from '../../model/shared/json.ts'
import type { Sliced } from '../../model/shared/slices.ts'
import type { DataDraft } from '../../model/tables.ts'
import { defaultCreatedBy, defaultCreatedOn } from '../../seed/domain/origin.ts'
import type { SourceRecord } from '../sources/source-records.ts'
import type { ImportNotes } from '../summary.ts'
import { referenceIn } from './external-entity.ts'
import type { Identities } from './identities.ts'

/**
 * Replaces the generated notifications by those of another system. Those of users that are not imported are for everyone.
 * Returns their number.
 */
export function* addNotifications(
  draft: DataDraft,
  records: readonly SourceRecord[],
  identities: Identities,
  notes: ImportNotes,
): Sliced<number> {
  const userOf = (link: Json | undefined) => {
    const reference = referenceIn(link)
    const id = reference && (identities.resolve(reference) ?? reference.id)

    return id !== undefined && draft.entities.get(id)?.definition === 'User' ? id : undefined
  }
  let count = 0

  if (records.length > 0) {
    for (const id of Array.from(draft.notifications.keys())) draft.notifications.delete(id)
  }
  for (const { value, place } of records) {
    const { id, notificationtype: type, channels, parameters, created_on: createdOn, user } = value
    const userId = userOf(user)
    const createdBy = userOf(value.created_by) ?? defaultCreatedBy
    const { data } = Notification.safeParse({
      id,
      type,
      userId: userId ?? null,
      channels: (Array.isArray(channels) ? channels : [])
        .filter(isObject)
        .map(({ channelname, is_checked }) => ({ name: channelname, isChecked: is_checked })),
      parameters,
      createdOn: createdOn ?? defaultCreatedOn,
      createdBy,
      modifiedOn: value.modified_on ?? createdOn ?? defaultCreatedOn,
      modifiedBy: userOf(value.modified_by) ?? createdBy,
    })

    if (user !== undefined && userId === undefined) {
      notes.changed('A notification of a user that is not imported is for everyone.', place)
    }
    if (data) {
      draft.notifications.put(data)
      count += 1
    } else notes.skipped('This notification can’t be read.', place)
    yield
  }

  return count
}

import { Forbidden, type FailureList, NotFound } from '../shared/errors.ts'
import { asKnown } from '../shared/letter-case.ts'
import type { Data, DataDraft } from '../data-tables.ts'
import { channelsWith, ownerKey, type ChannelName, type Notification } from './notification.ts'

/** The notifications for a user or for everyone, the newest first. */
export function notificationsOf(data: Data, userId: number): Notification[] {
  return [userId, null]
    .flatMap((owner) => Array.from(data.notifications.group('owner', ownerKey(owner)).keys()))
    .flatMap((id) => data.notifications.get(id) ?? [])
    .sort((one, other) => Date.parse(other.createdOn) - Date.parse(one.createdOn) || other.id - one.id)
}

/**
 * One of the notifications for a user or for everyone.
 *
 * @throws {NotFound} when the id is unknown
 */
export function notificationOf(data: Data, userId: number, id: number): Notification {
  const notification = data.notifications.get(id)

  if (!notification || (notification.userId !== null && notification.userId !== userId)) {
    throw new NotFound(`Notification ${id} was not found among those of the current user.`)
  }

  return notification
}

/** A channel in a request. */
interface ChannelChoice {
  readonly channelname: string
  readonly is_checked: boolean
}

/**
 * Checks and unchecks channels of a notification; nothing else of it can be changed. Without a change the notification
 * is not modified, so that clients can send back a whole list with one channel changed.
 *
 * @param path of the channels in the request, for failures: `items.0.channels`
 *
 * @throws {Forbidden} when a reader changes a notification for everyone
 */
export function updateChannels(
  draft: DataDraft,
  { id, channels, path }: { id: number; channels: readonly ChannelChoice[]; path: string },
  by: { userId: number; mayWrite: boolean; now: string },
  failures: FailureList,
): void {
  const before = notificationOf(draft, by.userId, id)
  const known: string[] = before.channels.map(({ name }) => name)
  const given = channels.map(({ channelname }) => asKnown(channelname, known))
  const after = before.channels.map(({ name, isChecked }) => ({
    name,
    isChecked: channels[given.lastIndexOf(name)]?.is_checked ?? isChecked,
  }))

  given.forEach((name, index) => {
    if (!known.includes(name))
      failures.add(`${path}.${index}.channelname`, `Expected one of ${known.join(', ')}, not "${name}".`)
  })
  if (after.every(({ isChecked }, index) => isChecked === before.channels[index]?.isChecked)) return
  if (before.userId === null && !by.mayWrite) {
    throw new Forbidden(
      `Notification ${id} is for everyone. A reader may change only their own notifications.`,
    )
  }

  draft.notifications.put({ ...before, channels: after, modifiedOn: by.now, modifiedBy: by.userId })
}

/** Creates a notification for a user or for everyone. */
export function notify(
  draft: DataDraft,
  content: Pick<Notification, 'type' | 'userId'> & {
    channels?: readonly ChannelName[] | undefined
    parameters?: Notification['parameters']
  },
  by: { userId: number; now: string },
): Notification {
  const { type, userId, channels, parameters } = content
  const notification: Notification = {
    id: draft.sequences.next('notification', (number) => draft.notifications.has(number)),
    type,
    userId,
    channels: channelsWith(channels),
    ...(parameters === undefined ? {} : { parameters }),
    createdOn: by.now,
    createdBy: by.userId,
    modifiedOn: by.now,
    modifiedBy: by.userId,
  }

  draft.notifications.put(notification)

  return notification
}

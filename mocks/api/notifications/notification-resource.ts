import { labelOf, type Notification } from '../../model/notifications/notification.ts'
import type { Json, Link } from '../../model/shared/json.ts'
import type { Links } from '../../http/replies/links.ts'

/** Notification object (interface 1.6, 2.4.1 and 2.4.2); it has no state (interface 3.4). */
export interface NotificationResource {
  readonly id: number
  readonly notificationtype: string
  readonly notificationtypelabel: string
  readonly is_user_owned: boolean
  readonly created_on: string
  readonly created_by: Link
  readonly modified_on: string
  readonly modified_by: Link
  readonly channels: readonly { readonly channelname: string; readonly is_checked: boolean }[]
  /** Id of the user it is for; 0 when it is for everyone. */
  readonly UserId: number
  /** The user it is for; left out when it is for everyone. */
  readonly user?: Link
  /** What its sender put into it; left out when it was not sent. */
  readonly parameters?: Json
  readonly self: Link
}

/** Notifications Array (interface 2.4.3). */
export function notificationsArray(notifications: readonly Notification[], links: Links) {
  return {
    items: notifications.map((notification) => notificationResource(notification, links)),
    total_items: notifications.length,
  }
}

export function notificationResource(notification: Notification, links: Links): NotificationResource {
  const { id, type, userId, channels, parameters } = notification

  return {
    id,
    notificationtype: type,
    notificationtypelabel: labelOf(type),
    is_user_owned: userId !== null,
    created_on: notification.createdOn,
    created_by: links.entity(notification.createdBy),
    modified_on: notification.modifiedOn,
    modified_by: links.entity(notification.modifiedBy),
    channels: channels.map(({ name, isChecked }) => ({ channelname: name, is_checked: isChecked })),
    UserId: userId ?? 0,
    ...(userId === null ? {} : { user: links.entity(userId) }),
    ...(parameters === undefined ? {} : { parameters }),
    self: links.notification(id),
  }
}

import { z } from 'zod'
import { displayNameOf, type Notification } from '../../model/notifications/notification.ts'
import { UncheckedJson, Link, Timestamp } from '../../model/shared/json.ts'
import { unpagedListOf } from '../../http/declaration/reply.ts'
import type { Links } from '../../http/replies/links.ts'

/** Path parameter: the id of a notification. */
export const notificationId = z.int().describe('Id of a notification.')

/** Notification object (interface 1.6, 2.4.1 and 2.4.2); it has no lifecycle state (interface 3.4). */
export const NotificationResource = z
  .object({
    id: z.int(),
    notificationtype: z.string(),
    notificationtypelabel: z.string(),
    is_user_owned: z.boolean(),
    created_on: Timestamp,
    created_by: Link,
    modified_on: Timestamp,
    modified_by: Link,
    channels: z.array(z.object({ channelname: z.string(), is_checked: z.boolean() })),
    UserId: z.int().describe('Id of the user it is for; 0 if it is for everyone.'),
    user: Link.optional().describe('The user it is for; omitted if it is for everyone.'),
    parameters: UncheckedJson.optional().describe(
      'What the sender passed as `parameters`; omitted if there were none.',
    ),
    self: Link,
  })
  .meta({ id: 'Notification' })
export type NotificationResource = z.infer<typeof NotificationResource>

/** Notifications Array (interface 2.4.3). */
export const NotificationsArray = unpagedListOf(NotificationResource).meta({ id: 'NotificationsArray' })

export function notificationResource(notification: Notification, links: Links): NotificationResource {
  const { id, type, userId, channels, parameters } = notification

  return {
    id,
    notificationtype: type,
    notificationtypelabel: displayNameOf(type),
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

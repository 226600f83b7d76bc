import type { Notification } from '../../mocks/client/operations.ts'
import { absoluteServiceUrl } from '../lib/addresses.ts'
import { client, operationQuery } from './client.ts'

export type NotificationResponse = Notification

export const channelNames = ['EmailNotification', 'RealTimeNotification'] as const
export type Channel = (typeof channelNames)[number]

/** The notifications that apply to a persona. */
export function notificationsQuery(persona: string) {
  return operationQuery(['notifications', persona], (request) => client.GET('/api/notifications', request))
}

/** A notification with one of its channels selected, or not. */
export function withChannel(
  notification: NotificationResponse,
  channelname: string,
  is_checked: boolean,
): NotificationResponse {
  const channels = notification.channels.map((each) =>
    each.channelname === channelname ? { channelname, is_checked } : each,
  )

  return { ...notification, channels }
}

/** Saves which channels of a notification are selected. */
export function saveChannels({ id, channels }: NotificationResponse): Promise<unknown> {
  return client.PUT('/api/notifications/{id}', { path: { id }, body: { channels } })
}

export function sendNotification(
  type: string,
  channels: readonly Channel[],
  recipientIds: readonly number[],
) {
  const recipients = recipientIds.map((id) => ({ href: `${absoluteServiceUrl}/api/entities/${id}` }))

  return client.POST('/api/notifications/{id}', {
    path: { id: type },
    body: { channels, ...(recipients.length > 0 ? { recipients } : {}) },
  })
}

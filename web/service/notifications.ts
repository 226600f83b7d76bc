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

/** Selects a channel of a notification, or not; the others stay as they are. */
export function saveChannel(id: number, channelname: string, is_checked: boolean) {
  return client.PUT('/api/notifications/{id}', {
    path: { id },
    body: { channels: [{ channelname, is_checked }] },
  })
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

import type { Answers } from './answers.ts'
import { ask, reading } from './client.ts'

type NotificationList = Answers['notifications']
export type NotificationAnswer = NotificationList['items'][number]

export const channelNames = ['EmailNotification', 'RealTimeNotification'] as const

/** The notifications that apply to a persona. */
export function notificationsOf(persona: string) {
  return reading<NotificationList>(['notifications', persona], '/api/notifications')
}

/** A notification with one of its channels ticked, or not. */
export function withChannel(
  notification: NotificationAnswer,
  channelname: string,
  is_checked: boolean,
): NotificationAnswer {
  const channels = notification.channels.map((each) =>
    each.channelname === channelname ? { channelname, is_checked } : each,
  )

  return { ...notification, channels }
}

/** Saves which channels of a notification are ticked. */
export function saveChannels({ id, channels }: NotificationAnswer): Promise<unknown> {
  return ask({ method: 'PUT', path: `/api/notifications/${id}`, body: { channels } })
}

export function sendNotification(
  type: string,
  channels: readonly string[],
  recipientIds: readonly number[],
): Promise<NotificationList> {
  return ask<NotificationList>({
    method: 'POST',
    path: `/api/notifications/${encodeURIComponent(type)}`,
    body: {
      channels,
      ...(recipientIds.length > 0
        ? { recipients: recipientIds.map((id) => ({ href: `${location.origin}/api/entities/${id}` })) }
        : {}),
    },
  })
}

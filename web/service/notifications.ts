import { queryOptions } from '@tanstack/react-query'
import type { Answers } from './answers.ts'
import { ask, read } from './client.ts'

type NotificationList = Answers['notifications']
export type NotificationAnswer = NotificationList['items'][number]

export const channelNames = ['EmailNotification', 'RealTimeNotification'] as const

/** The notifications that apply to a persona. */
export function notificationsOf(persona: string) {
  return queryOptions({
    queryKey: ['notifications', persona],
    queryFn: ({ signal }) => read<NotificationList>('/api/notifications', signal),
  })
}

export function chooseChannel(
  notification: NotificationAnswer,
  channelname: string,
  is_checked: boolean,
): Promise<unknown> {
  return ask({
    method: 'PUT',
    path: `/api/notifications/${notification.id}`,
    body: {
      channels: notification.channels.map((channel) =>
        channel.channelname === channelname ? { channelname, is_checked } : channel,
      ),
    },
  })
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

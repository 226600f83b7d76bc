import type { NotificationAnswer } from '../../service/notifications.ts'

interface NotificationFilter {
  readonly type?: string | undefined
  /** One that is ticked. */
  readonly channel?: string | undefined
  readonly owned?: 'mine' | 'everyone' | undefined
}

/** Whether a notification is one that the page shows; what is not chosen leaves all in. */
export function notificationFilter({ type, channel, owned }: NotificationFilter) {
  return ({ notificationtype, channels, is_user_owned }: NotificationAnswer): boolean =>
    (!type || notificationtype === type) &&
    (!channel || channels.some(({ channelname, is_checked }) => channelname === channel && is_checked)) &&
    (!owned || is_user_owned === (owned === 'mine'))
}

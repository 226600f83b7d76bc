import { showFailure } from '../../ui/feedback/toasts.tsx'
import { Switch } from '../../ui/controls/button.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { User, Users } from 'lucide-react'
import { linkTo, nameInLink } from '../../lib/addresses.ts'
import { Age } from '../../parts/sandbox/sandbox-time.tsx'
import { useUndo } from '../../parts/sandbox/use-undo.ts'
import { listedEntitiesQuery } from '../../service/entities.ts'
import {
  type NotificationResponse,
  saveChannels,
  withChannel,
  notificationsQuery,
} from '../../service/notifications.ts'

interface NotificationListProps {
  readonly items: readonly NotificationResponse[]
  readonly persona: string
}

export function NotificationList({ items, persona }: NotificationListProps) {
  const users = items.flatMap(({ created_by, modified_by }) => [created_by, modified_by])
  const listItems = useQuery(listedEntitiesQuery(users.map(({ href }) => Number(nameInLink(href))))).data
  const when = (time: string, { href }: NotificationResponse['created_by']) => (
    <>
      <Age at={time} /> by{' '}
      <Link {...linkTo(nameInLink(href))} className="text-muted">
        {listItems?.get(Number(nameInLink(href)))?.title ?? nameInLink(href)}
      </Link>
    </>
  )

  return (
    <ul aria-label="Notifications">
      {items.map((notification) => (
        <li
          key={notification.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line/60 px-3 py-2 hover:bg-raised"
        >
          <div className="min-w-60 flex-1">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{notification.notificationtypelabel}</span>
              <span className="pill">
                {notification.is_user_owned ? (
                  <User size={12} aria-hidden />
                ) : (
                  <Users size={12} aria-hidden />
                )}
                {notification.is_user_owned ? persona : 'everyone'}
              </span>
            </p>
            <p className="text-sm text-muted">
              <span className="font-mono">
                {notification.notificationtype} {notification.id}
              </span>{' '}
              · {when(notification.created_on, notification.created_by)}
              {notification.modified_on !== notification.created_on && (
                <>, changed {when(notification.modified_on, notification.modified_by)}</>
              )}
            </p>
          </div>
          <div className="flex gap-4">
            {notification.channels.map((channel) => (
              <ChannelSwitch key={channel.channelname} {...{ notification, channel, persona }} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

interface ChannelSwitchProps {
  readonly notification: NotificationResponse
  readonly channel: NotificationResponse['channels'][number]
  readonly persona: string
}

/** Shows the choice before the service responds, and reverts it if the service rejects it. */
function ChannelSwitch({ notification, channel, persona }: ChannelSwitchProps) {
  const queryClient = useQueryClient()
  const undo = useUndo()
  const name = `${notification.notificationtypelabel} ${notification.id}`
  const { queryKey } = notificationsQuery(persona)
  const choose = useMutation({
    mutationFn: saveChannels,
    onMutate: async (changed) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      const items = before?.items.map((item) => (item.id === changed.id ? changed : item))

      if (before && items) queryClient.setQueryData(queryKey, { ...before, items })

      return { before }
    },
    onSuccess: () => undo.offer(`Saved the channels of ${name}.`),
    onError: (error, _, context) => {
      queryClient.setQueryData(queryKey, context?.before)
      showFailure(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })

  return (
    <Switch
      label={channel.channelname.replace(/Notification$/, '')}
      description={`${channel.channelname} of ${name}`}
      isOn={channel.is_checked}
      change={(isOn) => choose.mutate(withChannel(notification, channel.channelname, isOn))}
    />
  )
}

interface NotificationFilter {
  readonly type?: string | undefined
  /** A channel that must be selected. */
  readonly channel?: string | undefined
  /** Whom it is for: the user, or everyone. */
  readonly for?: 'user' | 'everyone' | undefined
}

/** Whether a notification matches the filter; an undefined member matches all. */
export function notificationFilter({ type, channel, for: owner }: NotificationFilter) {
  return ({ notificationtype, channels, is_user_owned }: NotificationResponse): boolean =>
    (!type || notificationtype === type) &&
    (!channel || channels.some(({ channelname, is_checked }) => channelname === channel && is_checked)) &&
    (!owner || is_user_owned === (owner === 'user'))
}

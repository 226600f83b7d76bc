import { showFailure } from '../../ui/feedback/toasts.tsx'
import { Switch } from '../../ui/controls/button.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { User, Users } from 'lucide-react'
import { linkTo, nameInLink } from '../../lib/addresses.ts'
import { useSandboxTime } from '../../parts/sandbox/use-sandbox-time.ts'
import { useUndo } from '../../parts/sandbox/use-undo.ts'
import { listedEntitiesQuery } from '../../service/entities.ts'
import {
  type NotificationResponse,
  saveChannels,
  withChannel,
  notificationsQuery,
} from '../../service/notifications.ts'
import { Time } from '../../ui/layout/page.tsx'

interface NotificationListProps {
  readonly items: readonly NotificationResponse[]
  /** Ids of the notifications that were just sent. */
  readonly sentIds: readonly number[]
  readonly persona: string
}

export function NotificationList({ items, sentIds, persona }: NotificationListProps) {
  const users = items.flatMap(({ created_by, modified_by }) => [created_by, modified_by])
  const listItems = useQuery(listedEntitiesQuery(users.map(({ href }) => Number(nameInLink(href))))).data
  const nameOf = (id: string) => listItems?.get(Number(id))?.title ?? id
  // On the sandbox's clock, like the times of notifications.
  const now = useSandboxTime()

  return (
    <ul aria-label="Notifications">
      {items.map((notification) => (
        <li
          key={notification.id}
          className={`flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line/60 px-3 py-2 hover:bg-raised ${sentIds.includes(notification.id) ? 'highlight' : ''}`}
        >
          <Summary notification={notification} persona={persona} nameOf={nameOf} now={now} />
          <div className="flex gap-4">
            {notification.channels.map((channel) => (
              <ChannelSwitch
                key={channel.channelname}
                notification={notification}
                channel={channel}
                persona={persona}
              />
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

interface SummaryProps {
  readonly notification: NotificationResponse
  readonly persona: string
  readonly nameOf: (id: string) => string
  readonly now: number
}

function Summary({ notification, persona, nameOf, now }: SummaryProps) {
  const { id, notificationtype, notificationtypelabel, is_user_owned } = notification
  const { created_on, created_by, modified_on, modified_by } = notification
  const Icon = is_user_owned ? User : Users
  const when = (time: string, by: string) => (
    <>
      <Time at={time} now={now} /> by{' '}
      <Link {...linkTo(by)} className="text-muted">
        {nameOf(by)}
      </Link>
    </>
  )

  return (
    <div className="min-w-60 flex-1">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{notificationtypelabel}</span>
        <span className="pill">
          <Icon size={12} aria-hidden />
          {is_user_owned ? persona : 'everyone'}
        </span>
      </p>
      <p className="text-sm text-muted">
        <span className="font-mono">
          {notificationtype} {id}
        </span>{' '}
        · {when(created_on, nameInLink(created_by.href))}
        {modified_on !== created_on && <>, changed {when(modified_on, nameInLink(modified_by.href))}</>}
      </p>
    </div>
  )
}

interface ChannelSwitchProps {
  readonly notification: NotificationResponse
  readonly channel: NotificationResponse['channels'][number]
  readonly persona: string
}

/** Shows the choice before the service responds, and reverts it if the service rejects it. */
export function ChannelSwitch({ notification, channel, persona }: ChannelSwitchProps) {
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

import { Switch } from '../../ui/controls/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { User, Users } from 'lucide-react'
import { linkTo, nameInLink } from '../../lib/addresses.ts'
import { Age } from '../../parts/sandbox/sandbox-time.tsx'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { listedEntitiesQuery } from '../../service/entities.ts'
import { type NotificationResponse, saveChannel } from '../../service/notifications.ts'

interface NotificationListProps {
  readonly items: readonly NotificationResponse[]
  readonly persona: string
}

export function NotificationList({ items, persona }: NotificationListProps) {
  const { run } = useControl()
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
            {notification.channels.map(({ channelname, is_checked }) => {
              const name = `${notification.notificationtypelabel} ${notification.id}`

              return (
                <Switch
                  key={channelname}
                  label={channelname.replace(/Notification$/, '')}
                  description={`${channelname} of ${name}`}
                  isOn={is_checked}
                  change={(isOn) =>
                    run(
                      () => saveChannel(notification.id, channelname, isOn),
                      `Saved the channels of ${name}.`,
                      'undo',
                    )
                  }
                />
              )
            })}
          </div>
        </li>
      ))}
    </ul>
  )
}

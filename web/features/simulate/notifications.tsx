import { useQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { User, Users, Send } from 'lucide-react'
import { linkTo, nameInLink, absoluteServiceUrl } from '../../lib/page-addresses.ts'
import { counted } from '../../lib/format.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import { useUserNames } from '../../parts/sandbox/setting-selects.tsx'
import { Age } from '../../parts/sandbox/sandbox-time.tsx'
import { control } from '../../parts/sandbox/control.ts'
import {
  administrator,
  client,
  credentials,
  getQuery,
  type ResponseOf,
} from '../../service/service-client.ts'
import { listedEntitiesQuery } from '../../service/entity-queries.ts'
import { Switch, Button } from '../../ui/controls/button.tsx'
import { Card, List } from '../../ui/layout/page.tsx'
import { useState } from 'react'
import { FormDialog } from '../../ui/overlays/modal.tsx'
import { Select, TextField } from '../../ui/controls/field.tsx'

type Notification = ResponseOf<'GET', '/api/notifications'>['items'][number]

/** The notifications of a user, with the channels of each, and a form to send one. */
export function NotificationsCard() {
  const [user, setUser] = useState<string>(administrator)
  const list = useQuery(getQuery('/api/notifications', { headers: credentials(user) }))
  const { items = [], total_items = 0 } = list.data ?? {}
  const types = [...new Set(items.map(({ notificationtype }) => notificationtype))].sort()
  const people = useUserNames().filter((name) => name !== 'anonymous')

  return (
    <Card title="Notifications" part="notifications" actions={<SendNotification types={types} />}>
      <div className="flex flex-wrap items-center gap-2">
        <label className="flex items-center gap-1.5">
          <span className="text-muted">Notifications of</span>
          <Select<string> value={user} options={people} choose={setUser} />
        </label>
        <span role="status" className="text-sm text-muted">
          {list.data && counted(items.length, 'notification')}
          {list.data && items.length !== total_items && ` of ${total_items}`}
        </span>
      </div>
      <QueryResult query={list} rows={5}>
        {({ items }) => <NotificationList items={items} user={user} />}
      </QueryResult>
    </Card>
  )
}

function NotificationList({ items, user }: { items: readonly Notification[]; user: string }) {
  const users = items.flatMap(({ created_by, modified_by }) => [created_by, modified_by])
  const titles = useQuery(listedEntitiesQuery(users.map(({ href }) => Number(nameInLink(href))))).data
  const when = (time: string, { href }: Notification['created_by']) => (
    <>
      <Age at={time} /> by{' '}
      <Link {...linkTo(nameInLink(href))} className="text-muted">
        {titles?.get(Number(nameInLink(href)))?.title ?? nameInLink(href)}
      </Link>
    </>
  )

  return (
    <List label="Notifications" empty={`${user} has no notifications.`}>
      {items.map((notification) => {
        const { id, notificationtype, notificationtypelabel, is_user_owned } = notification
        const { created_on, created_by, modified_on, modified_by } = notification
        const Icon = is_user_owned ? User : Users

        return (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line/60 py-1.5">
            <div className="min-w-50 flex-1">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{notificationtypelabel}</span>
                <span className="pill">
                  <Icon size={12} aria-hidden />
                  {is_user_owned ? user : 'everyone'}
                </span>
              </p>
              <p className="text-sm text-muted">
                <span className="font-mono">
                  {notificationtype} {id}
                </span>{' '}
                · {when(created_on, created_by)}
                {modified_on !== created_on && <>, changed {when(modified_on, modified_by)}</>}
              </p>
            </div>
            <ChannelSwitches notification={notification} user={user} />
          </li>
        )
      })}
    </List>
  )
}

/** A switch for each channel of a notification; the others stay as they are. */
function ChannelSwitches({ notification, user }: { notification: Notification; user: string }) {
  const { id, notificationtypelabel, channels } = notification
  const name = `${notificationtypelabel} ${id}`

  return (
    <div className="flex gap-4">
      {channels.map(({ channelname, is_checked }) => (
        <Switch
          key={channelname}
          label={channelname.replace(/Notification$/, '')}
          description={`${channelname} of ${name}`}
          isOn={is_checked}
          change={(is_checked) => {
            const body = { channels: [{ channelname, is_checked }] }
            const request = { path: { id }, body, headers: credentials(user) }

            void control(
              () => client.PUT('/api/notifications/{id}', request),
              `Saved the channels of ${name}.`,
              'undo',
            )
          }}
        />
      ))}
    </div>
  )
}

const channelNames = ['EmailNotification', 'RealTimeNotification'] as const

/** Sends a notification, to test how an application handles it. */
function SendNotification({ types }: { types: readonly string[] }) {
  const personas = useQuery(getQuery('/__sandbox/personas')).data?.items ?? []
  const [isOpen, setOpen] = useState(false)
  const [type, setType] = useState('SearchChanged')
  const [channels, setChannels] = useState<(typeof channelNames)[number] | 'both'>('both')
  const [recipient, setRecipient] = useState('')
  const sending = useMutation({
    mutationFn: () => {
      const body = {
        channels: channels === 'both' ? channelNames : [channels],
        ...(recipient && { recipients: [{ href: `${absoluteServiceUrl}/api/entities/${recipient}` }] }),
      }

      return control(
        () => client.POST('/api/notifications/{id}', { path: { id: type }, body }),
        `Sent ${type}.`,
        'undo',
      )
    },
    onSuccess: (result) => setOpen(result === undefined),
  })

  return (
    <>
      <Button Icon={Send} onClick={() => setOpen(true)}>
        Send a test notification
      </Button>
      {isOpen && (
        <FormDialog
          title="Send a test notification"
          action={sending.isPending ? 'Sending…' : 'Send'}
          isDisabled={sending.isPending}
          close={() => setOpen(false)}
          submit={() => sending.mutate()}
        >
          <TextField label="Type" list="notification-types" required value={type} change={setType} />
          <datalist id="notification-types">
            {[...new Set([...types, 'SearchChanged', 'OrderCompleted', 'Raw'])].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </datalist>
          <Select<string>
            label="To"
            value={recipient}
            options={[
              ['', 'everyone'],
              ...personas.map(({ name, user_id }) => [`${user_id}`, name] as const),
            ]}
            choose={setRecipient}
          />
          <Select
            label="Channels"
            value={channels}
            options={['both', ...channelNames]}
            choose={setChannels}
          />
        </FormDialog>
      )}
    </>
  )
}

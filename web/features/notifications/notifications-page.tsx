import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { User, Users } from 'lucide-react'
import { useState } from 'react'
import { ago, counted } from '../../lib/format.ts'
import { nameInLink } from '../../lib/place.ts'
import { useSettings } from '../../lib/settings.ts'
import { entityTitles } from '../../service/entities.ts'
import { channelNames, notificationsOf, type NotificationAnswer } from '../../service/notifications.ts'
import { Page } from '../../ui/page.tsx'
import { Awaited } from '../../parts/failure-notice.tsx'
import { EmptyState, RefreshBar } from '../../ui/notice.tsx'
import { ChannelSwitch } from './channel-switch.tsx'
import { useSandboxTime } from '../../parts/sandbox/use-sandbox-time.ts'
import { SendNotification } from './send-notification.tsx'

/** The notifications of the acting persona, and by which ways each is delivered. */
export function NotificationsPage() {
  const search = useSearch({ from: '/notifications' })
  const navigate = useNavigate({ from: '/notifications' })
  const { persona } = useSettings()
  const list = useQuery(notificationsOf(persona))
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set())
  const items = (list.data?.items ?? []).filter(matches(search))
  const authors = useQuery(
    entityTitles(
      items.flatMap(({ created_by, modified_by }) =>
        [created_by, modified_by].map(({ href }) => Number(nameInLink(href))),
      ),
    ),
  ).data
  const now = useSandboxTime()
  const types = [...new Set(list.data?.items.map(({ notificationtype }) => notificationtype))].sort()
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  const highlight = (ids: readonly number[]) => setFresh(new Set(ids))
  const isFiltered = Boolean(search.type ?? search.channel ?? search.owned)

  return (
    <Page
      heading={
        <>
          Notifications <span className="font-normal text-muted">of {persona}</span>
        </>
      }
      actions={(isFiltered || items.length > 0) && <SendNotification types={types} sent={highlight} />}
    >
      <div className="flex flex-wrap gap-2 border-b border-line p-2">
        <Choice label="Type" value={search.type} values={types} choose={(type) => set({ type })} />
        <Choice
          label="Ticked channel"
          value={search.channel}
          values={channelNames}
          choose={(channel) => set({ channel })}
        />
        <Choice
          label="Owner"
          value={search.owned}
          values={['mine', 'everyone']}
          choose={(owned) => set({ owned: owned === 'mine' || owned === 'everyone' ? owned : undefined })}
        />
      </div>
      <div className="relative min-h-0 flex-1 overflow-auto">
        <RefreshBar isRefreshing={list.isFetching && list.data !== undefined} />
        <Awaited query={list} rows={10} />
        {list.data && items.length === 0 && (
          <EmptyState
            title={isFiltered ? 'No notification matches.' : `No notification applies to ${persona}.`}
          >
            {!isFiltered && <SendNotification types={types} sent={highlight} />}
            {isFiltered && (
              <button
                type="button"
                className="button"
                onClick={() => set({ type: undefined, channel: undefined, owned: undefined })}
              >
                Clear the filter
              </button>
            )}
          </EmptyState>
        )}
        <ul aria-label="Notifications">
          {items.map((notification) => (
            <li
              key={notification.id}
              className={`flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line/60 px-3 py-2 hover:bg-raised ${fresh.has(notification.id) ? 'highlight' : ''}`}
            >
              <Line
                notification={notification}
                author={authors?.get(Number(nameInLink(notification.created_by.href)))?.title}
                editor={authors?.get(Number(nameInLink(notification.modified_by.href)))?.title}
                now={now}
              />
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
      </div>
      <div className="flex h-8 items-center border-t border-line px-3 text-sm text-muted">
        <span role="status">
          {list.data && counted(items.length, 'notification')}
          {list.data && items.length !== list.data.total_items && ` of ${list.data.total_items}`}
        </span>
      </div>
    </Page>
  )
}

interface LineProps {
  readonly notification: NotificationAnswer
  readonly author: string | undefined
  readonly editor: string | undefined
  /** On the sandbox's clock, as the notification's own times are. */
  readonly now: number
}

function Line({ notification, author, editor, now }: LineProps) {
  const { id, notificationtype, notificationtypelabel, is_user_owned } = notification
  const { created_on, created_by, modified_on, modified_by } = notification
  const by = nameInLink(created_by.href)
  const Icon = is_user_owned ? User : Users

  return (
    <div className="min-w-60 flex-1">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{notificationtypelabel}</span>
        <span className="pill">
          <Icon size={12} aria-hidden />
          {is_user_owned ? 'own' : 'everyone'}
        </span>
      </p>
      <p className="text-sm text-muted">
        <span className="font-mono">
          {notificationtype} {id}
        </span>{' '}
        ·{' '}
        <time dateTime={created_on} title={created_on}>
          {ago(created_on, now)}
        </time>{' '}
        by{' '}
        <Link to="/entities/$id" params={{ id: by }} className="text-muted">
          {author ?? by}
        </Link>
        {modified_on !== created_on && (
          <>
            , changed{' '}
            <time dateTime={modified_on} title={modified_on}>
              {ago(modified_on, now)}
            </time>{' '}
            by{' '}
            <Link to="/entities/$id" params={{ id: nameInLink(modified_by.href) }} className="text-muted">
              {editor ?? nameInLink(modified_by.href)}
            </Link>
          </>
        )}
      </p>
    </div>
  )
}

function Choice(props: {
  label: string
  value: string | undefined
  values: readonly string[]
  choose: (value: string | undefined) => void
}) {
  const { label, value, values, choose } = props

  return (
    <select
      aria-label={label}
      className="field"
      value={value ?? ''}
      onChange={({ target }) => choose(target.value || undefined)}
    >
      <option value="">{label}: any</option>
      {value && !values.includes(value) && <option>{value}</option>}
      {values.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  )
}

function matches({
  type,
  channel,
  owned,
}: {
  type?: string | undefined
  channel?: string | undefined
  owned?: string | undefined
}) {
  return ({ notificationtype, channels, is_user_owned }: NotificationAnswer) =>
    (!type || notificationtype === type) &&
    (!channel || channels.some(({ channelname, is_checked }) => channelname === channel && is_checked)) &&
    (!owned || is_user_owned === (owned === 'mine'))
}

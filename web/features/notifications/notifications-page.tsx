import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { counted } from '../../lib/format.ts'
import { useSettings } from '../../lib/settings.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import { channelNames, notificationsQuery } from '../../service/notifications.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/field.tsx'
import { EmptyState, RefreshBar, Page } from '../../ui/layout/page.tsx'
import { NotificationList, notificationFilter } from './notification-list.tsx'
import { SendNotification } from './send-notification.tsx'

/** The notifications of the persona that the console acts as, and the channels of each. */
export function NotificationsPage() {
  const search = useSearch({ from: '/notifications' })
  const navigate = useNavigate({ from: '/notifications' })
  const { persona } = useSettings()
  const list = useQuery(notificationsQuery(persona))
  const allItems = list.data?.items ?? []
  const items = allItems.filter(notificationFilter(search))
  const types = [...new Set(allItems.map(({ notificationtype }) => notificationtype))].sort()
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  const isFiltered = Boolean(search.type ?? search.channel ?? search.for)
  const sendButton = <SendNotification types={types} />

  return (
    <Page
      heading={
        <>
          Notifications <span className="font-normal text-muted">of {persona}</span>
        </>
      }
      actions={(isFiltered || items.length > 0) && sendButton}
    >
      <div className="flex flex-wrap gap-2 border-b border-line p-2">
        <Choice label="Type" value={search.type} options={types} choose={(type) => set({ type })} />
        <Choice
          label="Channel"
          value={search.channel}
          options={channelNames}
          choose={(channel) => set({ channel })}
        />
        <Choice
          label="For"
          value={search.for}
          options={[
            ['user', `For: ${persona}`],
            ['everyone', 'For: everyone'],
          ]}
          choose={(owner) => set({ for: owner })}
        />
      </div>
      <div className="relative min-h-0 flex-1 overflow-auto">
        <RefreshBar isRefreshing={list.isFetching && list.data !== undefined} />
        <QueryResult query={list} rows={10} />
        {list.data && items.length === 0 && (
          <EmptyState title={isFiltered ? 'No matching notifications.' : `${persona} has no notifications.`}>
            {isFiltered ? (
              <Button onClick={() => set({ type: undefined, channel: undefined, for: undefined })}>
                Clear the filter
              </Button>
            ) : (
              sendButton
            )}
          </EmptyState>
        )}
        <NotificationList items={items} persona={persona} />
      </div>
      <p role="status" className="flex h-8 items-center border-t border-line px-3 text-sm text-muted">
        {list.data && counted(items.length, 'notification')}
        {list.data && items.length !== list.data.total_items && ` of ${list.data.total_items}`}
      </p>
    </Page>
  )
}

function Choice<Value extends string>(props: {
  label: string
  value: Value | undefined
  options: readonly (Value | readonly [value: Value, label: string])[]
  choose: (value: Value | undefined) => void
}) {
  const { label, value, options, choose } = props

  return (
    <Select<Value | ''>
      aria-label={label}
      value={value ?? ''}
      options={[['', `${label}: any`], ...options]}
      choose={(value) => choose(value || undefined)}
    />
  )
}

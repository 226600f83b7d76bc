import { useQuery } from '@tanstack/react-query'
import { counted } from '../../lib/format.ts'
import { useSettings } from '../../lib/settings.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import { notificationsQuery } from '../../service/notifications.ts'
import { EmptyState, RefreshBar, Page } from '../../ui/layout/page.tsx'
import { NotificationList } from './notification-list.tsx'
import { SendNotification } from './send-notification.tsx'

/** The notifications of the persona that the console acts as, and the channels of each. */
export function NotificationsPage() {
  const { persona } = useSettings()
  const list = useQuery(notificationsQuery(persona))
  const items = list.data?.items ?? []
  const types = [...new Set(items.map(({ notificationtype }) => notificationtype))].sort()

  return (
    <Page
      heading={
        <>
          Notifications <span className="font-normal text-muted">of {persona}</span>
        </>
      }
      actions={<SendNotification types={types} />}
    >
      <div className="relative min-h-0 flex-1 overflow-auto">
        <RefreshBar isRefreshing={list.isFetching && list.data !== undefined} />
        <QueryResult query={list} rows={10}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title={`${persona} has no notifications.`} />
            ) : (
              <NotificationList items={items} persona={persona} />
            )
          }
        </QueryResult>
      </div>
      <p role="status" className="flex h-8 items-center border-t border-line px-3 text-sm text-muted">
        {list.data && counted(items.length, 'notification')}
        {list.data && items.length !== list.data.total_items && ` of ${list.data.total_items}`}
      </p>
    </Page>
  )
}

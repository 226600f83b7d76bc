import { useSearch } from '@tanstack/react-router'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { QueryResult } from '../../parts/query-result.tsx'
import { overviewQuery } from '../../service/sandbox-queries.ts'
import { queryClient } from '../../service/service-client.ts'
import { Page } from '../../ui/layout/page.tsx'
import { ClockCard } from './clock-card.tsx'
import { FaultsCard } from './faults.tsx'
import { HealthCard } from './health.tsx'
import { MeasuresCard } from './measures.tsx'
import { NotificationsCard } from './notifications.tsx'
import { ScenariosCard } from './scenarios.tsx'

/** What an application may meet: health, scenarios, faults, notifications, and the time. */
export function SimulatePage() {
  const { part, ...request } = useSearch({ from: '/simulate' })
  const overview = useQuery(overviewQuery)
  const isFetching = useIsFetching() > 0
  const shown = useRef<string>(undefined)

  // What is above the part has its height only once it is loaded.
  useEffect(() => {
    if (!overview.data || isFetching || queryClient.isFetching() > 0 || shown.current === part) return
    shown.current = part

    const section = document.getElementById(part ?? '')

    section?.scrollIntoView()
    // The form for a request, or else the heading.
    const target = section?.querySelector<HTMLElement>('form input') ?? section?.querySelector('h2')

    target?.focus({ preventScroll: true })
  }, [part, overview.data, isFetching])

  return (
    <Page>
      <div className="min-h-0 flex-1 overflow-auto p-3">
        <QueryResult query={overview} rows={10}>
          {({ clock }) => (
            <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <div className="grid min-w-0 gap-3">
                <HealthCard />
                <FaultsCard request={request} />
                <MeasuresCard />
              </div>
              <div className="grid min-w-0 gap-3">
                <ScenariosCard />
                <NotificationsCard />
                <ClockCard clock={clock} />
              </div>
            </div>
          )}
        </QueryResult>
      </div>
    </Page>
  )
}

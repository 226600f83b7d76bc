import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { definitionOf, entityAnswer, entityTitles, wholeEntity } from '../../service/entities.ts'
import { RequestFailed } from '../../service/client.ts'
import { nameInLink } from '../../lib/place.ts'
import { entityTabs, type EntityTab } from './entity-tabs.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { EmptyState, RefreshBar, Skeleton } from '../../ui/notice.tsx'
import { TabBar } from '../../ui/tab-bar.tsx'
import { EntityHeader } from './entity-header.tsx'
import { PropertyTable } from './property-table.tsx'
import { RelationList } from './relation-list.tsx'
import { Preview } from './thumbnail.tsx'

const JsonTab = lazy(async () => ({ default: (await import('./json-tab.tsx')).JsonTab }))
const RequestsTab = lazy(async () => ({
  default: (await import('./requests-tab.tsx')).EntityRequests,
}))

const labels: Record<EntityTab, string> = {
  properties: 'Properties',
  relations: 'Relations',
  json: 'JSON',
  requests: 'Requests',
}

interface EntityViewProps {
  readonly id: number
  readonly tab: EntityTab
  readonly setTab: (tab: EntityTab) => void
  readonly heading: 'h1' | 'h2'
}

/** Everything about one entity. */
export function EntityView({ id, tab, setTab, heading }: EntityViewProps) {
  const answer = useQuery(entityAnswer(id))
  const whole = useQuery(wholeEntity(id))
  const listed = useQuery(entityTitles([id])).data?.get(id)
  const definitionName = whole.data && nameInLink(whole.data.entitydefinition.href)
  const definition = useQuery({
    ...definitionOf(definitionName ?? ''),
    enabled: definitionName !== undefined,
  })
  const error = whole.error ?? definition.error
  const Heading = heading
  const title = <Heading className="sr-only">Entity {id}</Heading>

  if (error instanceof RequestFailed && error.status === 404 && !whole.data) {
    return (
      <>
        {title}
        <EmptyState title={error.message}>
          <Link to="/entities" className="button">
            Go to the entities
          </Link>
        </EmptyState>
      </>
    )
  }
  if (!whole.data) {
    return (
      <>
        {title}
        {error ? <FailureNotice error={error} retry={() => void whole.refetch()} /> : <Skeleton rows={10} />}
      </>
    )
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <RefreshBar isRefreshing={whole.isFetching} />
      <EntityHeader entity={whole.data} listed={listed} answer={answer.data} heading={heading} />
      <TabBar
        label="Entity"
        tabs={entityTabs.map((tab) => ({ id: tab, label: labels[tab] }))}
        current={tab}
        choose={setTab}
      >
        <Suspense fallback={<Skeleton />}>
          {tab === 'properties' && (
            <div className="@container flex min-h-0 flex-1 flex-col">
              <div className="flex-1 @6xl:grid @6xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
                <PropertyTable entity={whole.data} definition={definition.data} />
                {/* Where there is room, what is a tab elsewhere stands beside. */}
                <aside aria-label="Related" className="hidden border-l border-line @6xl:block">
                  <Preview entity={listed} />
                  <RelationList entity={whole.data} definition={definition.data} />
                </aside>
              </div>
            </div>
          )}
          {tab === 'relations' && <RelationList entity={whole.data} definition={definition.data} />}
          {tab === 'json' && answer.data && <JsonTab answer={answer.data} />}
          {tab === 'requests' && <RequestsTab id={id} identifier={whole.data.identifier} />}
        </Suspense>
      </TabBar>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { ResponseJson } from '../response-json.tsx'
import { entityResponse, entityTitles } from '../../service/entities.ts'
import { RequestFailed } from '../../service/client.ts'
import { useWholeEntity } from './use-whole-entity.ts'
import { entityTabs, type EntityTab } from './entity-tabs.ts'
import { Awaited } from '../failure-notice.tsx'
import { EmptyState, RefreshBar } from '../../ui/layout/page.tsx'
import { TabBar } from '../../ui/controls/tab-bar.tsx'
import { EntityHeader } from './entity-header.tsx'
import { PropertyTable } from './property-table.tsx'
import { RelationList } from './relation-list.tsx'
import { LargePicture } from './thumbnail.tsx'
import { LinkButton } from '../../ui/controls/button.tsx'

const labels: Record<EntityTab, string> = { properties: 'Properties', relations: 'Relations', json: 'JSON' }

interface EntityViewProps {
  readonly id: number
  readonly tab: EntityTab
  readonly setTab: (tab: EntityTab) => void
  readonly heading: 'h1' | 'h2'
}

/** Everything about one entity. */
export function EntityView({ id, tab, setTab, heading }: EntityViewProps) {
  const response = useQuery(entityResponse(id))
  const whole = useWholeEntity(id)
  const listed = useQuery(entityTitles([id])).data?.get(id)
  const { error, data } = whole
  const Heading = heading

  if (!data) {
    return (
      // Below the buttons of the panel that it is in.
      <div className={`flex flex-1 flex-col ${heading === 'h2' ? 'pt-9' : ''}`}>
        <Heading className="sr-only">Entity {id}</Heading>
        {error instanceof RequestFailed && error.status === 404 ? (
          <EmptyState title={error.message}>
            <LinkButton to="/entities">Go to the entities</LinkButton>
          </EmptyState>
        ) : (
          <Awaited query={whole} rows={10} />
        )}
      </div>
    )
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <RefreshBar isRefreshing={whole.isFetching} />
      <EntityHeader entity={data.entity} listed={listed} response={response.data} heading={heading} />
      <TabBar
        label="Entity"
        tabs={entityTabs.map((tab) => ({ id: tab, label: labels[tab] }))}
        current={tab}
        choose={setTab}
      >
        <>
          {tab === 'properties' && (
            <div className="@container flex min-h-0 flex-1 flex-col">
              <div className="flex-1 @6xl:grid @6xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
                <PropertyTable {...data} />
                {/* Where there is room, what is a tab elsewhere is shown beside. */}
                <aside aria-label="Related" className="hidden border-l border-line @6xl:block">
                  <LargePicture entity={listed} />
                  <RelationList {...data} />
                </aside>
              </div>
            </div>
          )}
          {tab === 'relations' && <RelationList {...data} />}
          {tab === 'json' && response.data && <ResponseJson response={response.data} />}
        </>
      </TabBar>
    </div>
  )
}

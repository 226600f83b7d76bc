import { useQuery } from '@tanstack/react-query'
import { ResponseJson } from '../response.tsx'
import { entityWithHeadersQuery, listedEntitiesQuery } from '../../service/entities.ts'
import { isNotFound } from '../../service/client.ts'
import { useWholeEntity } from './members.ts'
import { QueryResult } from '../query-result.tsx'
import { EmptyState, RefreshBar, SidePanel } from '../../ui/layout/page.tsx'
import { TabBar } from '../../ui/controls/tab-bar.tsx'
import { EntityHeader } from './entity-header.tsx'
import { PropertyTable } from './property-table.tsx'
import { RelationGraph } from './relation-graph.tsx'
import { LargePicture } from './thumbnail.tsx'
import { LinkButton, IconButton } from '../../ui/controls/button.tsx'
import { keyNames } from '../../lib/format.ts'
import { linkTo } from '../../lib/addresses.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Maximize2, X } from 'lucide-react'

const tabs = [
  { id: 'properties', label: 'Properties' },
  { id: 'relations', label: 'Relations' },
  { id: 'json', label: 'JSON' },
] as const

interface EntityViewProps {
  readonly id: number
  /** Where it is shown. */
  readonly place: 'page' | 'panel'
}

/** An entity: its header, and tabs with its properties, its relations and its JSON; the page's address names the tab. */
export function EntityView({ id, place }: EntityViewProps) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const tab = tabs.find(({ id }) => id === search.tab)?.id ?? 'properties'
  const response = useQuery(entityWithHeadersQuery(id))
  const query = useWholeEntity(id)
  const listItem = useQuery(listedEntitiesQuery([id])).data?.get(id)
  const { error, data } = query
  const HiddenHeading = place === 'page' ? 'h1' : 'h2'

  if (!data) {
    return (
      // Below the buttons of the panel.
      <div className={`flex flex-1 flex-col ${place === 'panel' ? 'pt-9' : ''}`}>
        <HiddenHeading className="sr-only">Entity {id}</HiddenHeading>
        {error && isNotFound(error) ? (
          <EmptyState title={error.message}>
            <LinkButton to="/entities">Go to the entities</LinkButton>
          </EmptyState>
        ) : (
          <QueryResult query={query} rows={10} />
        )}
      </div>
    )
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <RefreshBar isRefreshing={query.isFetching} />
      <EntityHeader entity={data.entity} listItem={listItem} response={response.data} place={place} />
      <TabBar
        label="Entity"
        tabs={tabs}
        current={tab}
        choose={(tab) => void navigate({ to: '.', search: (before) => ({ ...before, tab }), replace: true })}
      >
        <>
          {tab === 'properties' && (
            <div className="@container flex min-h-0 flex-1 flex-col">
              <div className="flex-1 @6xl:grid @6xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
                <PropertyTable {...data} />
                {/* On wide pages, the relations are also beside the properties. */}
                <aside aria-label="Related" className="hidden border-l border-line @6xl:block">
                  <LargePicture entity={listItem} />
                  <RelationGraph {...data} listItem={listItem} />
                </aside>
              </div>
            </div>
          )}
          {tab === 'relations' && <RelationGraph {...data} listItem={listItem} />}
          {tab === 'json' && response.data && <ResponseJson response={response.data} />}
        </>
      </TabBar>
    </div>
  )
}

/** The side panel of an entity. */
export function EntityPanel({ id, close }: { id: number; close: () => void }) {
  return (
    <SidePanel label={`Entity ${id}`}>
      <div className="absolute top-2 right-2 z-10 flex gap-1">
        <Link
          {...linkTo(id)}
          search={({ tab }) => ({ tab: tabs.find(({ id }) => id === tab)?.id })}
          className="button"
          data-tone="quiet"
          data-icon
          aria-label="Open the full page"
          title={keyNames('Open the full page (Mod+Enter)')}
        >
          <Maximize2 size={14} />
        </Link>
        <IconButton Icon={X} label="Close the panel" title="Close (Escape)" size={16} run={close} />
      </div>
      <EntityView key={id} id={id} place="panel" />
    </SidePanel>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCommands } from '../../commands/console-commands.ts'
import { counted, formatCount } from '../../lib/format.ts'
import { entityCommands, useEntityActions } from '../../parts/entity/entity-actions.ts'
import { EntityPanel, EntityView } from './entity-view.tsx'
import { QueryResult } from '../../parts/query-result.tsx'
import { entityCountsQuery, exportedEntities } from '../../service/entity-queries.ts'
import { RefreshBar, Page, EmptyState } from '../../ui/layout/page.tsx'
import { EntityTable } from './entity-table.tsx'
import {
  type EntityListView,
  useEntityList,
  useListAddress,
  useSelection,
  deleteSelection,
} from './use-entity-list.ts'
import { Button } from '../../ui/controls/button.tsx'
import { askToReset } from '../../parts/sandbox/reset.tsx'
import { getQuery } from '../../service/service-client.ts'
import { saveFile } from '../../lib/dropped-files.ts'
import { stringifySearch } from '../../lib/search-params.ts'
import { showFailure } from '../../ui/feedback/toasts.tsx'
import { type ColumnsView, useColumns } from './columns.tsx'
import { FilterBar } from './filter-bar.tsx'
import { SetValueDialog } from './cell-editor.tsx'

/** Finds, views and selects the entities of the sandbox. */
export function EntitiesPage() {
  const { query, definition, sorting, openId, isEditing, set } = useListAddress()
  const navigate = useNavigate()
  const filter = { query, definition, sort: sorting.by, order: sorting.order }
  const columns = useColumns(definition)
  const list = useEntityList(filter, columns.isReady ? columns.members : undefined)
  const found = useQuery({ ...entityCountsQuery(query), placeholderData: keepPreviousData }).data
  // A filter that is not understood finds nothing.
  const counts = found?.definitions?.map((each) => (list.problem ? { ...each, count: 0 } : each))
  const selected = useSelection(filter)
  const actionsOn = useEntityActions()
  const create = () => void navigate({ to: '/entities/new', search: definition ? { definition } : {} })
  const close = () => set({ selected: undefined, tab: undefined })
  // While entities are selected, Delete is the key of the bulk bar.
  const isAvailable = ({ keys }: { keys?: string | undefined }) =>
    selected.selection.size === 0 || keys !== 'Delete'

  useCommands([
    ...(openId ? entityCommands(actionsOn(openId).filter(isAvailable)) : []),
    { label: 'New entity', keys: 'n', run: create },
    { label: 'Search the entities', keys: '/', run: () => document.getElementById('entity-filter')?.focus() },
    // The form in it asks before changes are lost.
    ...(isEditing || openId === undefined
      ? []
      : [{ label: 'Close the side panel', keys: 'Escape', run: close }]),
  ])

  return (
    <div className="flex min-h-0 flex-1">
      <Page
        actions={
          <Button Icon={Plus} tone="primary" title="New entity (n)" onClick={create}>
            New entity
          </Button>
        }
      >
        <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
          <RefreshBar isRefreshing={list.isRefreshing} />
          <FilterBar {...{ counts, columns }} problem={list.problem} />
          {/* How much others have changed since the list was loaded; it is shown on demand: nothing moves by itself. */}
          <div role="status" className="absolute bottom-10 left-1/2 z-20 -translate-x-1/2">
            {list.unseen > 0 && (
              <Button tone="primary" className="shadow-lg" onClick={list.showChanges}>
                {counted(list.unseen, 'change')}, show
              </Button>
            )}
          </div>
          <div className="flex min-h-0 flex-1 flex-col overflow-hidden">
            <QueryResult query={{ data: list.total, error: list.error, refetch: list.retry }} rows={12}>
              {(total) =>
                total === 0 ? (
                  <NothingFound create={create} />
                ) : (
                  <EntityTable {...{ list, columns, selected, isAvailable }} />
                )
              }
            </QueryResult>
          </div>
          <Footer list={list}>
            {selected.selection.size > 0 && <BulkBar {...selected} columns={columns} />}
          </Footer>
        </div>
      </Page>
      {openId !== undefined && <EntityPanel id={openId} close={close} />}
    </div>
  )
}

function Footer({ list, children }: { list: EntityListView; children: ReactNode }) {
  const { expression, sorting } = useListAddress()
  const sort = sorting.by === 'title' ? {} : { sort: sorting.by, order: sorting.order }
  const query = expression || 'Id>0'
  const request = `/api/entities/query${stringifySearch({ query, ...sort })}`

  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 border-t border-line px-3 text-sm text-muted">
      <span role="status">
        {list.total === undefined ? !list.error && 'Loading…' : counted(list.total, 'entity', 'entities')}
      </span>
      {list.error && list.total !== undefined && (
        <span className="flex items-center gap-2 text-red">
          Some entities could not be loaded.
          <Button onClick={list.retry}>Retry</Button>
        </span>
      )}
      {children}
      <Link
        to="/requests/new"
        search={{ method: 'GET', path: request }}
        className="ml-auto min-w-0 truncate font-mono text-muted max-md:hidden"
        title="The request for this list in an application"
      >
        GET {decodeURIComponent(request.replaceAll('+', ' '))}
      </Link>
    </div>
  )
}

/** Says why the list is empty: no entity matches the filter, or the sandbox has no entities. */
function NothingFound({ create }: { create: () => void }) {
  const { query, definition, set } = useListAddress()
  const { data } = useQuery(getQuery('/__sandbox/reset'))
  const clear = () => set({ query: undefined, definition: undefined })

  if (query !== undefined) {
    return (
      <EmptyState title="No matching entities.">
        <Button onClick={clear}>Clear the filter</Button>
      </EmptyState>
    )
  }

  if (definition) {
    return (
      <EmptyState title={`No ${definition} entities yet.`}>
        <Button onClick={create}>Create one</Button>
        <Button onClick={clear}>Show all definitions</Button>
      </EmptyState>
    )
  }

  return (
    <EmptyState title="This sandbox has no entities.">
      {data?.changes['entities'] && <Button onClick={() => void askToReset()}>Reset the sandbox</Button>}
    </EmptyState>
  )
}

/** The actions on the selected entities. */
function BulkBar(props: ReturnType<typeof useSelection> & { columns: ColumnsView }) {
  const { selection, deselect, clear, columns } = props
  const [isSetting, setSetting] = useState(false)
  const remove = () => void deleteSelection(selection, deselect)
  // Those that the list shows come first.
  const properties = [
    ...new Set([...columns.shown, ...columns.all].flatMap(({ property }) => property ?? [])),
  ]
  const canSet = properties.length > 0
  const setValue = () => setSetting(true)

  useCommands([
    { label: 'Delete the selected entities', keys: 'Delete', run: remove },
    ...(canSet ? [{ label: 'Set a value of the selected entities', keys: 's', run: setValue }] : []),
  ])

  return (
    <div role="toolbar" aria-label="Selected entities" className="flex flex-wrap items-center gap-2 py-1">
      <span className="text-ink">{formatCount(selection.size)} selected</span>
      {canSet && <Button onClick={setValue}>Set a value…</Button>}
      <Button onClick={() => void exportEntities([...selection.keys()])}>Export JSON</Button>
      <Button tone="danger" onClick={remove}>
        Delete {formatCount(selection.size)}
      </Button>
      <Button tone="quiet" onClick={clear}>
        Clear
      </Button>
      {isSetting && (
        <SetValueDialog
          entities={[...selection.values()]}
          properties={properties}
          close={() => setSetting(false)}
        />
      )}
    </div>
  )
}

/** Saves entities as a file, as GET returns them. */
async function exportEntities(ids: readonly number[]): Promise<void> {
  try {
    saveFile('entities.json', JSON.stringify(await exportedEntities(ids), undefined, 2))
  } catch (error) {
    showFailure(error)
  }
}

/** One entity; its copy dialog opens over it. */
export function EntityPage() {
  const id = Number(useParams({ from: '/entities/$id' }).id)
  const actionsOn = useEntityActions()

  useCommands(entityCommands(actionsOn(id)))

  return (
    <>
      <EntityView id={id} place="page" />
      <Outlet />
    </>
  )
}

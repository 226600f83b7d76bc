import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { Plus, SquareCheck, Pencil } from 'lucide-react'
import { type ReactNode, useState, type KeyboardEvent } from 'react'
import { useCommands, keyOf } from '../../commands/console-commands.ts'
import { counted, formatCount } from '../../lib/format.ts'
import { entityCommands, useEntityActions, type EntityAction } from '../../parts/entity/entity-actions.ts'
import { EntityPanel, EntityView } from './entity-view.tsx'
import { QueryResult } from '../../parts/query-result.tsx'
import { entityCountsQuery, exportedEntities, type ListedEntity } from '../../service/entity-queries.ts'
import { RefreshBar, Page, EmptyState } from '../../ui/layout/page.tsx'
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
import { type ColumnsView, useColumns, type ListColumn } from './columns.tsx'
import { FilterBar } from './filter-bar.tsx'
import { SetValueDialog, CellEditor } from './cell-editor.tsx'
import { DataGrid, type Column } from '../../ui/grid/data-grid.tsx'
import { openMenu, type MenuItem } from '../../ui/overlays/menu.tsx'

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

interface EntityTableProps {
  readonly list: EntityListView
  readonly columns: ColumnsView
  readonly selected: ReturnType<typeof useSelection>
  /** Whether the keys of an action work in the list. */
  readonly isAvailable: (action: EntityAction) => boolean
}

interface Cell {
  readonly id: number
  readonly column: string
}

/** The rows of the list, each with a menu; keys run its actions on the active row. */
export function EntityTable({ list, columns, selected, isAvailable }: EntityTableProps) {
  const { selection, toggleSelected, selectAll, clear } = selected
  const { expression, sorting, openId, set } = useListAddress()
  const actionsOn = useEntityActions()
  const [edited, setEdited] = useState<Cell>()
  const areAllSelected = selection.size > 0 && selection.size === list.total
  const shown = [
    selectColumn(selection, { areAllSelected, toggleAll: areAllSelected ? clear : selectAll }),
    ...columns.shown.map((column) => editable(column, edited, setEdited)),
  ]

  useCommands(
    columns.shown
      .filter(({ isUnsortable }) => !isUnsortable)
      .map(({ id, header }) => ({
        label: `Sort by ${header}`,
        run: () =>
          set({ sort: id, order: sorting.by === id && sorting.order === 'asc' ? 'desc' : undefined }),
      })),
  )

  const onKey = (event: KeyboardEvent, { id }: ListedEntity) => {
    const keys = keyOf(event)
    const action = actionsOn(id).find((action) => action.keys === keys && isAvailable(action))
    const editableColumn = keys === 'F2' && columns.shown.find(({ property }) => property)

    if (editableColumn) setEdited({ id, column: editableColumn.id })
    else if (action) action.run()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const toggleItem = (entity: ListedEntity): MenuItem => ({
    id: 'select',
    label: selection.has(entity.id) ? 'Deselect' : 'Select',
    keys: 'Space',
    Icon: SquareCheck,
    run: () => toggleSelected([entity]),
  })

  return (
    <DataGrid
      label="Entities"
      columns={shown}
      rowCount={list.total ?? 0}
      rowAt={list.rowAt}
      keyOf={({ id }) => id}
      nameOf={({ id, title }) => `${id} ${title}`}
      selected={selection}
      onToggleSelected={toggleSelected}
      onSelectAll={selectAll}
      current={openId}
      onOpen={({ id }) => set({ selected: id })}
      onMenu={(entity, at) => {
        const items: readonly MenuItem[] = actionsOn(entity.id, at)

        openMenu(`Entity ${entity.id}`, items.toSpliced(1, 0, toggleItem(entity)), at)
      }}
      onKey={onKey}
      sorting={sorting}
      onSort={({ by, order }) => set({ sort: by, order: order === 'desc' ? 'desc' : undefined })}
      onResize={columns.resize}
      onView={list.loadRows}
      isStale={list.isRefreshing}
      flashing={list.flashing}
      listKey={JSON.stringify([expression, sorting])}
    />
  )
}

function selectColumn(
  selection: ReadonlyMap<number, ListedEntity>,
  { areAllSelected, toggleAll }: { areAllSelected: boolean; toggleAll: () => void },
): Column<ListedEntity> {
  return {
    id: 'select',
    header: (
      <input
        type="checkbox"
        aria-label="Select all"
        className="size-4"
        checked={areAllSelected}
        ref={(box) => {
          if (box) box.indeterminate = selection.size > 0 && !areAllSelected
        }}
        onChange={toggleAll}
      />
    ),
    className: 'w-8 shrink-0',
    // For pointers only, whose clicks the grid handles: the keyboard and screen readers select the row itself.
    render: (entity) => (
      <input
        type="checkbox"
        aria-hidden
        tabIndex={-1}
        readOnly
        className="block size-4"
        checked={selection.has(entity.id)}
      />
    ),
  }
}

/** A column whose cells can be edited in place, by a button at the pointer or F2. */
function editable(
  column: ListColumn,
  edited: Cell | undefined,
  setEdited: (cell: Cell | undefined) => void,
): Column<ListedEntity> {
  const { id, property, render } = column

  if (!property) return column

  return {
    ...column,
    render: (entity) =>
      edited?.id === entity.id && edited.column === id ? (
        <CellEditor id={entity.id} property={property} close={() => setEdited(undefined)} />
      ) : (
        <span className="group/cell relative flex min-h-6 items-center">
          <span className="min-w-0 flex-1 truncate" dir="auto">
            {render(entity)}
          </span>
          <span
            aria-hidden
            title={`Edit ${property.name} (F2 edits the first cell)`}
            className="absolute right-0 hidden bg-raised p-1 text-muted group-hover/cell:block hover:text-ink"
            onClick={(event) => {
              event.stopPropagation()
              setEdited({ id: entity.id, column: id })
            }}
          >
            <Pencil size={12} />
          </span>
        </span>
      ),
  }
}

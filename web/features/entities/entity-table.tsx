import { SquareCheck, Pencil } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { keyOf, useCommands } from '../../commands/console-commands.ts'
import type { ListedEntity } from '../../service/entity-queries.ts'
import { useEntityActions, type EntityAction } from '../../parts/entity/entity-actions.ts'
import { DataGrid, type Column } from '../../ui/grid/data-grid.tsx'
import { openMenu, type MenuItem } from '../../ui/overlays/menu.tsx'
import { CellEditor } from './cell-editor.tsx'
import type { ColumnsView, ListColumn } from './columns.tsx'
import { useListAddress, type EntityListView, type useSelection } from './use-entity-list.ts'

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
        <span className="group/cell relative flex items-center">
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

import { SquareCheck } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { keyOf } from '../../commands/shortcuts.ts'
import type { ListedEntity } from '../../service/entities.ts'
import { useEntityActions, type EntityAction } from '../../parts/entity/entity-actions.ts'
import { DataGrid } from '../../ui/grid/data-grid.tsx'
import type { GridSorting } from '../../ui/grid/data-grid.tsx'
import { openMenu, type MenuItem } from '../../ui/overlays/menu.tsx'
import { columnsFor } from './entity-columns.tsx'
import type { EntityListView } from './use-entity-list.ts'

interface EntityTableProps {
  readonly list: EntityListView
  /** The definition that the list is limited to. */
  readonly definition: string | undefined
  readonly selection: ReadonlyMap<string, ListedEntity>
  readonly toggleSelected: (entities: readonly ListedEntity[]) => void
  /** Whether the keys of an action work in the list. */
  readonly isAvailable: (action: EntityAction) => boolean
  /** The entity in the side panel. */
  readonly openId: number | undefined
  readonly open: (id: number) => void
  readonly sorting: GridSorting
  readonly sort: (sorting: GridSorting) => void
}

/** The rows of the list, each with a menu; keys run its actions on the active row. */
export function EntityTable(props: EntityTableProps) {
  const { list, definition, selection, toggleSelected, isAvailable, openId, open, sorting, sort } = props
  const actions = useEntityActions()

  const onKey = (event: KeyboardEvent, { id }: ListedEntity) => {
    const keys = keyOf(event)
    const action = actions.of(id).find((action) => action.keys === keys && isAvailable(action))

    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action.run()
  }

  const toggleItem = (entity: ListedEntity): MenuItem => ({
    id: 'select',
    label: selection.has(String(entity.id)) ? 'Deselect' : 'Select',
    keys: 'Space',
    Icon: SquareCheck,
    run: () => toggleSelected([entity]),
  })

  return (
    <DataGrid
      label="Entities"
      columns={columnsFor(definition, selection, toggleSelected)}
      rowCount={list.total ?? 0}
      rowAt={list.rowAt}
      keyOf={({ id }) => String(id)}
      nameOf={({ id, title }) => `${id} ${title}`}
      selected={new Set(selection.keys())}
      onToggleSelected={toggleSelected}
      current={openId === undefined ? undefined : String(openId)}
      onOpen={({ id }) => open(id)}
      onMenu={(entity, at) => {
        openMenu(
          `Entity ${entity.id}`,
          () => {
            const items: readonly MenuItem[] = actions.of(entity.id, at)

            return items.toSpliced(1, 0, toggleItem(entity))
          },
          at,
        )
      }}
      onKey={onKey}
      sorting={sorting}
      onSort={sort}
      onView={list.loadRows}
      isStale={list.isRefreshing}
    />
  )
}

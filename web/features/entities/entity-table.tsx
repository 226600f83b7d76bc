import { SquareCheck, Check } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { keyOf } from '../../commands/console-commands.ts'
import type { ListedEntity } from '../../service/entity-queries.ts'
import { useEntityActions, type EntityAction } from '../../parts/entity/entity-actions.ts'
import { DataGrid, type Column } from '../../ui/grid/data-grid.tsx'
import { openMenu, type MenuItem } from '../../ui/overlays/menu.tsx'
import { useListAddress, type EntityListView } from './use-entity-list.ts'
import { formatCount } from '../../lib/format.ts'
import { nameInLink } from '../../lib/page-addresses.ts'
import { DefinitionTag, Thumbnail } from '../../parts/entity/thumbnail.tsx'
import { Age } from '../../parts/sandbox/sandbox-time.tsx'

interface EntityTableProps {
  readonly list: EntityListView
  readonly selection: ReadonlyMap<number, ListedEntity>
  readonly toggleSelected: (entities: readonly ListedEntity[]) => void
  /** Whether the keys of an action work in the list. */
  readonly isAvailable: (action: EntityAction) => boolean
}

/** The rows of the list, each with a menu; keys run its actions on the active row. */
export function EntityTable(props: EntityTableProps) {
  const { list, selection, toggleSelected, isAvailable } = props
  const { q, definition, sorting, openId, set } = useListAddress()
  const actionsOn = useEntityActions()

  const onKey = (event: KeyboardEvent, { id }: ListedEntity) => {
    const keys = keyOf(event)
    const action = actionsOn(id).find((action) => action.keys === keys && isAvailable(action))

    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action.run()
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
      columns={columnsFor(definition, selection, toggleSelected)}
      rowCount={list.total ?? 0}
      rowAt={list.rowAt}
      keyOf={({ id }) => id}
      nameOf={({ id, title }) => `${id} ${title}`}
      selected={selection}
      onToggleSelected={toggleSelected}
      current={openId}
      onOpen={({ id }) => set({ selected: id })}
      onMenu={(entity, at) => {
        openMenu(
          `Entity ${entity.id}`,
          () => {
            const items: readonly MenuItem[] = actionsOn(entity.id, at)

            return items.toSpliced(1, 0, toggleItem(entity))
          },
          at,
        )
      }}
      onKey={onKey}
      sorting={sorting}
      onSort={({ by, order }) => set({ sort: by, order: order === 'desc' ? 'desc' : undefined })}
      onView={list.loadRows}
      isStale={list.isRefreshing}
      listKey={JSON.stringify([q, definition, sorting])}
    />
  )
}

/** The columns of the list; narrow screens show the most important columns only. */
function columnsFor(
  definition: string | undefined,
  selection: ReadonlyMap<number, ListedEntity>,
  toggleSelected: (entities: readonly ListedEntity[]) => void,
): Column<ListedEntity>[] {
  return [
    {
      id: 'select',
      header: 'Selected',
      hidesHeader: true,
      className: 'w-8 shrink-0 @max-lg:hidden',
      render: (entity) => (
        <SelectBox isSelected={selection.has(entity.id)} toggle={() => toggleSelected([entity])} />
      ),
    },
    {
      id: 'id',
      header: 'Id',
      className: 'w-20 shrink-0 font-mono',
      render: ({ id }) => id,
    },
    {
      id: 'title',
      header: 'Title',
      className: 'min-w-40 flex-[4]',
      render: (entity) => (
        <span className="flex items-center gap-2">
          <Thumbnail entity={entity} size={20} />
          <span className="truncate" dir="auto">
            {entity.title}
          </span>
        </span>
      ),
    },
    {
      id: 'definition',
      header: 'Definition',
      className: `w-36 shrink-0 max-sm:w-28 ${definition ? 'hidden' : ''}`,
      render: ({ entitydefinition }) => <DefinitionTag name={nameInLink(entitydefinition.href)} />,
    },
    {
      id: 'identifier',
      header: 'Identifier',
      className: 'min-w-32 flex-[2] font-mono text-sm text-muted @max-6xl:hidden',
      render: ({ identifier }) => identifier,
    },
    {
      id: 'relation_counts',
      header: 'Related',
      className: 'w-18 shrink-0 justify-end text-right text-muted @max-2xl:hidden',
      render: ({ relation_counts }) =>
        formatCount(Object.values(relation_counts).reduce((sum, each) => sum + each, 0)),
    },
    {
      id: 'version',
      header: 'Version',
      className: 'w-18 shrink-0 justify-end text-right text-muted @max-4xl:hidden',
      render: ({ version }) => version,
    },
    {
      id: 'modified_on',
      header: 'Modified',
      className: 'w-28 shrink-0 text-muted @max-2xl:hidden',
      render: ({ modified_on }) => <Age at={modified_on} />,
    },
  ]
}

/** For pointers only: the keyboard and screen readers select the row itself. */
function SelectBox({ isSelected, toggle }: { isSelected: boolean; toggle: () => void }) {
  return (
    <span
      aria-hidden
      className="-m-1 grid size-6 place-items-center"
      onClick={(event) => {
        event.stopPropagation()
        toggle()
      }}
    >
      <Check
        size={16}
        className={`rounded border ${isSelected ? 'border-accent bg-accent text-on-accent' : 'border-line-strong text-transparent'}`}
      />
    </span>
  )
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, SquareCheck } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { entityCounts } from '../../service/entities.ts'
import type { ListedEntity } from '../../service/shapes.ts'
import { useCommands, type Command } from '../../commands/registry.ts'
import { counted } from '../../lib/format.ts'
import { Page } from '../../ui/page.tsx'
import { DataGrid } from '../../ui/data-grid.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { RefreshBar, Skeleton } from '../../ui/notice.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { DefinitionFacet, DefinitionSelect } from './definition-facet.tsx'
import { EntityPanel } from '../../parts/entity/entity-panel.tsx'
import { columnsFor } from './entity-columns.tsx'
import { FilterField } from './filter-field.tsx'
import { NothingFound } from './nothing-found.tsx'
import { openMenu } from '../../ui/menu.tsx'
import { entityCommands, entityMenu, useEntityActions } from '../../parts/entity/entity-actions.ts'
import { useEntityList } from './use-entity-list.ts'

/** The entities of the sandbox: find, look into, select. */
export function EntitiesPage() {
  const search = useSearch({ from: '/entities' })
  const navigate = useNavigate({ from: '/entities' })
  const { q, definition, sort, order = 'asc', selected: current } = search
  const list = useEntityList({ q, definition, sort, order: sort ? order : undefined })
  const counts = useQuery(entityCounts(q))
  const [picked, setPicked] = useState<ReadonlyMap<string, ListedEntity>>(new Map())
  const actions = useEntityActions()
  const set = useCallback(
    (change: Partial<typeof search>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace }),
    [navigate],
  )

  // Delete is for the selected ones, as long as there are some.
  const isFree = ({ keys }: Command) => picked.size === 0 || keys !== 'Delete'

  useCommands([
    ...(current ? entityCommands(current, actions).filter(isFree) : []),
    { id: 'new', label: 'New entity', group: 'This view', keys: 'n', run: () => actions.create(definition) },
    {
      id: 'filter',
      label: 'Filter the entities',
      group: 'This view',
      keys: '/',
      run: () => document.querySelector<HTMLInputElement>('#entity-filter')?.focus(),
    },
    {
      id: 'close',
      label: 'Close the side panel',
      group: 'This view',
      keys: 'Escape',
      run: () => set({ selected: undefined }),
    },
  ])

  const pick = (entities: readonly ListedEntity[]) => {
    const next = new Map(picked)
    const isAdding = entities.some(({ id }) => !picked.has(String(id)))

    for (const entity of entities) {
      if (isAdding) next.set(String(entity.id), entity)
      else next.delete(String(entity.id))
    }
    setPicked(next)
  }

  const selectItem = (entity: ListedEntity) => ({
    id: 'select',
    label: picked.has(String(entity.id)) ? 'Take out of the selection' : 'Select',
    hint: 'Space',
    Icon: SquareCheck,
    run: () => pick([entity]),
  })

  return (
    <div className="flex min-h-0 flex-1">
      <Page
        actions={
          <button
            type="button"
            className="button"
            data-tone="primary"
            onClick={() => actions.create(definition)}
          >
            <Plus size={14} aria-hidden />
            New entity
          </button>
        }
      >
        <div className="flex min-h-0 flex-1">
          <DefinitionFacet
            counts={counts.data?.definitions}
            chosen={definition}
            choose={(definition) => set({ definition })}
          />
          <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
            <RefreshBar isRefreshing={list.isRefreshing} />
            <div className="flex flex-wrap items-start gap-2 border-b border-line p-2">
              <DefinitionSelect
                counts={counts.data?.definitions}
                chosen={definition}
                choose={(definition) => set({ definition })}
              />
              <FilterField
                value={q ?? ''}
                terms={list.terms}
                change={(q) => set({ q: q || undefined }, true)}
              />
            </div>
            {list.error && !list.total ? (
              <div className="flex-1">
                <FailureNotice error={list.error} retry={list.retry} />
              </div>
            ) : list.total === undefined ? (
              <div className="min-h-0 flex-1 overflow-hidden">
                <Skeleton rows={12} />
              </div>
            ) : list.total === 0 ? (
              <NothingFound
                isFiltered={q !== undefined}
                definition={definition}
                clear={() => set({ q: undefined, definition: undefined })}
              />
            ) : (
              <DataGrid
                label="Entities"
                columns={columnsFor(definition, picked, pick)}
                rowCount={list.total}
                rowAt={list.rowAt}
                keyOf={({ id }) => String(id)}
                nameOf={({ id, title }) => `${id} ${title}`}
                selected={new Set(picked.keys())}
                onSelect={pick}
                current={current === undefined ? undefined : String(current)}
                onOpen={({ id }) => set({ selected: id })}
                onMenu={(entity, at) =>
                  openMenu(
                    `Entity ${entity.id}`,
                    () => entityMenu(entity.id, actions, at).toSpliced(1, 0, selectItem(entity)),
                    at,
                  )
                }
                onKey={(event, { id }) => {
                  if (event.key !== 'Enter' && (event.metaKey || event.ctrlKey)) return
                  if (event.key === 'Enter') actions.open(id)
                  const command = entityCommands(id, actions).find(
                    (command) => isFree(command) && command.keys === event.key,
                  )

                  if (!command) return
                  event.preventDefault()
                  event.stopPropagation()
                  command.run()
                }}
                sorting={{ by: sort, order }}
                onSort={({ by, order }) => set({ sort: by, order: order === 'desc' ? 'desc' : undefined })}
                onView={list.view}
                isStale={list.isRefreshing}
              />
            )}
            <div className="flex min-h-8 flex-wrap items-center gap-x-3 border-t border-line px-3 text-sm text-muted">
              <span role="status">
                {list.total !== undefined
                  ? counted(list.total, 'entity', 'entities')
                  : !list.error && 'Reading…'}
              </span>
              {list.error && list.total !== undefined && (
                <span className="flex items-center gap-2 text-red">
                  Not all of them could be read.
                  <button type="button" className="button" onClick={list.retry}>
                    Retry
                  </button>
                </span>
              )}
              {picked.size > 0 && <BulkBar picked={picked} clear={() => setPicked(new Map())} />}
            </div>
          </div>
        </div>
      </Page>
      {current !== undefined && (
        <EntityPanel
          id={current}
          tab={search.tab}
          setTab={(tab) => set({ tab }, true)}
          close={() => set({ selected: undefined, tab: undefined })}
        />
      )}
    </div>
  )
}

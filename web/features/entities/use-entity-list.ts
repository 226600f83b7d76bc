import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import {
  type EntityFilter,
  type FilterTerm,
  type ListedEntity,
  entityPageQuery,
  pageSize,
  type DefinitionCount,
  definitionQuery,
  deleteEntity,
} from '../../service/entity-queries.ts'
import type { FilterNames } from '../../lib/complete-filter.ts'
import type { GridSorting } from '../../ui/grid/data-grid.tsx'
import { propertiesOf, endsOf } from '../../parts/entity/members.ts'
import { counted } from '../../lib/format.ts'
import { offerUndo } from '../../parts/sandbox/control.ts'
import { ifFound, queryClient } from '../../service/service-client.ts'
import { confirm } from '../../ui/overlays/modal.tsx'
import { showNotice, showFailure } from '../../ui/feedback/toasts.tsx'

/** The default order: latest changes first. */
const newestFirst = { by: 'modified_on', order: 'desc' } as const

/** What the page's address says of the list: its filter, its order and the entity beside it; `set` changes that. */
export function useListAddress() {
  const search = useSearch({ from: '/entities' })
  const navigate = useNavigate({ from: '/entities' })
  const { q, definition, sort, order = 'asc', selected: openId } = search
  const sorting: GridSorting = sort ? { by: sort, order } : newestFirst
  const set = (change: Partial<typeof search>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace })

  return { q, definition, sorting, openId, set }
}

export interface EntityListView {
  /** Undefined until the first response. */
  readonly total: number | undefined
  readonly terms: readonly FilterTerm[]
  readonly error: Error | null
  readonly isRefreshing: boolean
  readonly rowAt: (index: number) => ListedEntity | undefined
  /** Loads the pages that these rows are on. */
  readonly loadRows: (first: number, last: number) => void
  readonly retry: () => void
}

/** Entities by their index in the list, loaded page by page as they scroll into view. */
export function useEntityList(filter: EntityFilter): EntityListView {
  const [pages, setPages] = useState({ first: 0, last: 0 })
  const firstPage = useQuery({ ...entityPageQuery(filter, 0), placeholderData: keepPreviousData })
  const pageNumbers = Array.from({ length: pages.last - pages.first + 1 }, (_, index) => pages.first + index)
  const pagesInView = useQueries({ queries: pageNumbers.map((page) => entityPageQuery(filter, page)) })
  const items = new Map(pageNumbers.map((page, index) => [page, pagesInView[index]?.data?.items]))
  const isCurrent = !firstPage.isPlaceholderData
  const terms = firstPage.data?.terms ?? []

  const loadRows = useCallback((first: number, last: number) => {
    const next = { first: Math.floor(first / pageSize), last: Math.floor(last / pageSize) }

    setPages((pages) => (pages.first === next.first && pages.last === next.last ? pages : next))
  }, [])

  return {
    // A filter that is not understood finds nothing.
    total: terms.some(({ problem }) => problem) ? 0 : firstPage.data?.total_items,
    terms,
    error: firstPage.error ?? pagesInView.find(({ error }) => error)?.error ?? null,
    isRefreshing:
      (firstPage.isFetching && firstPage.data !== undefined) ||
      pagesInView.some(({ isFetching, data }) => isFetching && data !== undefined),
    rowAt: (index) => {
      const page = Math.floor(index / pageSize)

      // Until the new list has loaded, the first page of the previous one is shown.
      if (page === 0) return (items.get(0) ?? firstPage.data?.items)?.[index]

      return isCurrent ? items.get(page)?.[index % pageSize] : undefined
    },
    loadRows,
    retry: () => void queryClient.refetchQueries({ queryKey: ['/__sandbox/entities'] }),
  }
}

/** The selected entities. `toggleSelected` adds entities, or removes them if all of them are selected already. */
export function useSelection() {
  const [selection, setSelection] = useState<ReadonlyMap<number, ListedEntity>>(new Map())

  const toggleSelected = (entities: readonly ListedEntity[]) =>
    setSelection((current) =>
      entities.every(({ id }) => current.has(id))
        ? without(entities, current)
        : new Map([...current, ...entities.map((entity) => [entity.id, entity] as const)]),
    )
  const deselect = (entities: readonly ListedEntity[]) =>
    setSelection((current) => without(entities, current))

  return { selection, toggleSelected, deselect, clear: () => setSelection(new Map()) }
}

function without(entities: readonly ListedEntity[], selection: ReadonlyMap<number, ListedEntity>) {
  const ids = new Set(entities.map(({ id }) => id))

  return new Map([...selection].filter(([id]) => !ids.has(id)))
}

/** The names that the filter suggests: the definitions, and the members of the list's definition, else of M.Asset. */
export function useFilterNames(
  counts: readonly DefinitionCount[] | undefined,
  definition = 'M.Asset',
): FilterNames {
  const definitions = (counts ?? []).map(({ name }) => name)
  const { data } = useQuery({ ...definitionQuery(definition), enabled: definitions.includes(definition) })

  return {
    definitions,
    properties: data ? propertiesOf(data).map(({ name }) => name) : [],
    relations: data ? [...new Set(endsOf(data).map(({ name }) => name))] : [],
  }
}

/**
 * Deletes the selected entities after a confirmation. Those that no longer exist afterwards are deselected, also if
 * deleting another one fails.
 */
export async function deleteSelection(
  selection: ReadonlyMap<number, ListedEntity>,
  deselect: (entities: readonly ListedEntity[]) => void,
): Promise<void> {
  const total = counted(selection.size, 'entity', 'entities')
  const isConfirmed = await confirm({
    title: `Delete ${total}?`,
    body: 'Their relations to other entities are deleted too.',
    action: 'Delete',
  })

  if (!isConfirmed) return
  const gone: ListedEntity[] = []
  let deletions = 0
  let failure: unknown

  try {
    for (const entity of selection.values()) {
      // Someone else may have deleted it before.
      if (await ifFound(deleteEntity(entity.id))) deletions++
      gone.push(entity)
    }
  } catch (error) {
    failure = error
  }
  const deleted = counted(deletions, 'entity', 'entities')
  const reason = failure instanceof Error ? ` ${failure.message}` : ''

  if (gone.length > 0) deselect(gone)
  if (deletions > 0)
    offerUndo(`Deleted ${deleted}.${reason}`, { changes: deletions, message: `Restored ${deleted}.` })
  else if (failure) showFailure(failure)
  else showNotice(`${total} had been deleted before.`)
  await queryClient.invalidateQueries()
}

import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { counted } from '../../lib/format.ts'
import { allOf, ofDefinition, ofWords, splitExpression } from '../../lib/query-text.ts'
import { useStore } from '../../lib/store.ts'
import { offerUndo } from '../../parts/sandbox/control.ts'
import {
  type EntityFilter,
  type ListedEntity,
  deleteEntities,
  entityPageQuery,
  everyEntity,
  pageSize,
} from '../../service/entity-queries.ts'
import { entityChanges } from '../../service/live.ts'
import { failuresOf, queryClient } from '../../service/service-client.ts'
import type { GridSorting } from '../../ui/grid/data-grid.tsx'
import { showFailure, showNotice } from '../../ui/feedback/toasts.tsx'
import { confirm } from '../../ui/overlays/modal.tsx'

/** The default order: latest changes first. */
const newestFirst = { by: 'modified_on', order: 'desc' } as const

/** What the page's address says of the list: its filter, its order and the entity beside it; `set` changes that. */
export function useListAddress() {
  const search = useSearch({ from: '/entities' })
  const navigate = useNavigate({ from: '/entities' })
  const { query = '', definition, sort, order = 'asc', selected: openId, edit } = search
  const sorting: GridSorting = sort ? { by: sort, order } : newestFirst
  const set = (change: Partial<typeof search>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace })
  const { words, others } = splitExpression(query)

  return {
    query: query || undefined,
    definition,
    sorting,
    openId,
    isEditing: edit !== undefined,
    set,
    /** The words that are searched for, and the other conditions. */
    words,
    conditions: others,
    /** The filter with the definition as one expression, as an application sends it. */
    expression: expressionOf({ definition, query }),
    setWords: (words: string) => set({ query: queryOf(words, others) }, true),
    setConditions: (conditions: readonly string[]) => set({ query: queryOf(words, conditions) }),
    setExpression: (expression: string) => set(filterOf(expression), true),
  }
}

/** An expression as the address has it: the definition, and the query for the rest. */
export function filterOf(expression: string): EntityFilter {
  const { definition, words, others } = splitExpression(expression)

  return { definition, query: queryOf(words, others) }
}

export function expressionOf({ definition, query }: EntityFilter): string {
  return allOf([...(definition ? [ofDefinition(definition)] : []), ...(query ? [query] : [])])
}

function queryOf(words: string, conditions: readonly string[]): string | undefined {
  const typed = words.trim()

  return allOf([...(typed ? [ofWords(typed)] : []), ...conditions]) || undefined
}

export type EntityListView = ReturnType<typeof useEntityList>

/**
 * Entities by their index in the list, loaded page by page as they scroll into view.
 *
 * @param members what the columns show; undefined while that is not known
 */
export function useEntityList(filter: EntityFilter, members: readonly string[] | undefined) {
  const [pages, setPages] = useState({ first: 0, last: 0, seen: 0, lastSeen: 0 })
  const isSeen = (page: number) => page === 0 || (page >= pages.seen && page <= pages.lastSeen)
  const pageOf = (page: number) => ({
    ...entityPageQuery(filter, page, members),
    // One that was loaded ahead and failed is loaded again when it is seen.
    enabled: ({ state }: { state: { status: string } }) =>
      members !== undefined && (isSeen(page) || state.status !== 'error'),
  })
  const firstPage = useQuery({ ...pageOf(0), placeholderData: keepPreviousData })
  const { data } = firstPage
  const isCurrent = !firstPage.isPlaceholderData
  const pageNumbers = Array.from(
    { length: pages.last - pages.first + 1 },
    (_, index) => pages.first + index,
  ).filter((page) => page === 0 || (isCurrent && page * pageSize < (data?.total_items ?? Infinity)))
  const pagesInView = useQueries({ queries: pageNumbers.map(pageOf) })
  const items = new Map(pageNumbers.map((page, index) => [page, pagesInView[index]?.data?.items]))
  const failed = pagesInView.find(({ error }, index) => error && isSeen(pageNumbers[index] ?? 0))
  const problem = failuresOf(firstPage.error)['query'] ?? (data?.unknown.join(' ') || undefined)
  const changes = useUnseenChanges(data?.sequence)

  const loadRows = useCallback((first: number, last: number) => {
    // While the list scrolls, half a page before and a page after, so that no placeholders are seen.
    const [before, after] = first === 0 ? [0, 0] : [pageSize / 2, pageSize]
    const at = (row: number) => Math.floor(Math.max(0, row) / pageSize)
    const next = { first: at(first - before), last: at(last + after), seen: at(first), lastSeen: at(last) }

    setPages((pages) => (JSON.stringify(pages) === JSON.stringify(next) ? pages : next))
  }, [])

  return {
    /** Undefined until the first response. */
    total: problem ? 0 : data?.total_items,
    /** Why the filter is not understood; then it finds nothing. */
    problem,
    error: problem ? null : (firstPage.error ?? failed?.error ?? null),
    isRefreshing:
      (firstPage.isFetching && data !== undefined) ||
      pagesInView.some(({ isFetching, data }) => isFetching && data !== undefined),
    rowAt: (index: number) => {
      const page = Math.floor(index / pageSize)

      // Until the new list has loaded, the first page of the previous one is shown.
      if (page === 0) return (items.get(0) ?? data?.items)?.[index]

      return isCurrent ? items.get(page)?.[index % pageSize] : undefined
    },
    /** Loads the pages that these rows are on. */
    loadRows,
    retry: () => void refetchLists(),
    ...changes,
  }
}

function refetchLists(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.['isCalm'] === true })
}

/** How long rows that have changed flash, in milliseconds. */
const flashTime = 2000

/** The changes of entities since the one with the sequence number, which the list shows. */
function useUnseenChanges(shown = Infinity) {
  const unseen = useStore(entityChanges).filter(({ sequence }) => sequence > shown)
  const [flashing, setFlashing] = useState<ReadonlySet<number>>(new Set())

  useEffect(() => {
    if (flashing.size === 0) return undefined
    const timer = setTimeout(() => setFlashing(new Set()), flashTime)

    return () => clearTimeout(timer)
  }, [flashing])

  return {
    /** The number of changes by others that the list does not show yet, and below what shows them. */
    unseen: unseen.length,
    /** The ids of the entities whose changes were shown last. */
    flashing,
    showChanges: () => {
      void refetchLists().then(() => setFlashing(new Set(unseen.flatMap(({ ids }) => ids))))
    },
  }
}

/** The selected entities. `toggleSelected` adds entities, or removes them if all of them are selected already. */
export function useSelection(filter: EntityFilter) {
  const [selection, setSelection] = useState<ReadonlyMap<number, ListedEntity>>(new Map())
  const clear = () => setSelection(new Map())

  const toggleSelected = (entities: readonly ListedEntity[]) =>
    setSelection((current) =>
      entities.every(({ id }) => current.has(id))
        ? without(entities, current)
        : new Map([...current, ...entities.map((entity) => [entity.id, entity] as const)]),
    )
  const deselect = (entities: readonly ListedEntity[]) =>
    setSelection((current) => without(entities, current))
  const selectAll = () =>
    void everyEntity(filter).then(
      (entities) => setSelection(new Map(entities.map((entity) => [entity.id, entity]))),
      showFailure,
    )

  return { selection, toggleSelected, deselect, clear, selectAll }
}

function without(entities: readonly ListedEntity[], selection: ReadonlyMap<number, ListedEntity>) {
  const ids = new Set(entities.map(({ id }) => id))

  return new Map([...selection].filter(([id]) => !ids.has(id)))
}

export function focusGrid(): void {
  document.querySelector<HTMLElement>('[role="grid"]')?.focus()
}

/** Deletes the selected entities after a confirmation, in one change, and deselects them. */
export async function deleteSelection(
  selection: ReadonlyMap<number, ListedEntity>,
  deselect: (entities: readonly ListedEntity[]) => void,
): Promise<void> {
  const entities = [...selection.values()]
  const total = counted(entities.length, 'entity', 'entities')
  const isConfirmed = await confirm({
    title: `Delete ${total}?`,
    body: 'Their relations to other entities are deleted too.',
    action: 'Delete',
  })

  if (!isConfirmed) return

  try {
    const count = await deleteEntities(entities.map(({ id }) => id))
    const deleted = counted(count, 'entity', 'entities')

    deselect(entities)
    if (count > 0) offerUndo(`Deleted ${deleted}.`, { message: `Restored ${deleted}.` })
    else showNotice(`${total} had been deleted before.`)
  } catch (error) {
    showFailure(error)
  }
  await queryClient.invalidateQueries()
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Eye, EyeOff } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { entityPage, graphAround } from '../../service/entities.ts'
import { counted } from '../../lib/format.ts'
import { Page } from '../../ui/page.tsx'
import { EntityPicker } from '../../parts/entity/entity-picker.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { EmptyState, RefreshBar, Skeleton } from '../../ui/notice.tsx'
import { useCommands } from '../../commands/registry.ts'
import { EntityPanel } from '../../parts/entity/entity-panel.tsx'
import type { EntityTab } from '../../parts/entity/entity-tabs.ts'
import { Outline } from './outline.tsx'

const GraphPicture = lazy(async () => ({ default: (await import('./graph-picture.tsx')).GraphPicture }))

/** What is around an entity, as a picture or as an outline of the same. */
export function GraphPage() {
  const search = useSearch({ from: '/graph' })
  const navigate = useNavigate({ from: '/graph' })
  const { depth = '1', view = 'graph' } = search
  const first = useQuery({ ...entityPage({ definition: 'M.Asset' }, 0), enabled: search.root === undefined })
  const any = useQuery({
    ...entityPage({}, 0),
    enabled: search.root === undefined && first.data?.total_items === 0,
  })
  const root = search.root ?? first.data?.items[0]?.id ?? any.data?.items[0]?.id
  const graph = useQuery({
    ...graphAround(root ?? 0, depth),
    enabled: root !== undefined,
    placeholderData: keepPreviousData,
  })
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [tab, setTab] = useState<EntityTab>()
  const set = useCallback(
    (change: Partial<typeof search>) => void navigate({ search: (before) => ({ ...before, ...change }) }),
    [navigate],
  )
  const select = useCallback((selected: number) => set({ selected }), [set])
  const reroot = useCallback((root: number) => set({ root, selected: undefined }), [set])
  // The same as long as it says the same: arranging it anew takes a while.
  const data = useMemo(
    () =>
      graph.data && {
        ...graph.data,
        edges: graph.data.edges.filter(({ relation }) => !hidden.has(relation)),
      },
    [graph.data, hidden],
  )

  useCommands([
    {
      id: 'view',
      label: view === 'graph' ? 'Show the outline' : 'Show the graph',
      group: 'This view',
      keys: 'o',
      run: () => set({ view: view === 'graph' ? 'outline' : 'graph' }),
    },
    {
      id: 'close',
      label: 'Close the side panel',
      group: 'This view',
      keys: 'Escape',
      run: () => set({ selected: undefined }),
    },
  ])

  return (
    <div className="flex min-h-0 flex-1">
      <Page
        actions={
          <>
            <div className="w-56">
              <EntityPicker
                label="Start from an entity"
                placeholder="Start from…"
                choose={({ id }) => reroot(id)}
              />
            </div>
            <label className="flex items-center gap-2">
              <span className="text-muted">Steps</span>
              <select
                className="field"
                value={depth}
                onChange={({ target }) =>
                  set({ depth: (['1', '2', '3'] as const).find((each) => each === target.value) })
                }
              >
                {['1', '2', '3'].map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
            <div role="group" aria-label="Show as" className="inline-flex">
              {(['graph', 'outline'] as const).map((each) => (
                <button
                  key={each}
                  type="button"
                  className="button"
                  aria-pressed={view === each}
                  onClick={() => set({ view: each })}
                >
                  {each === 'graph' ? 'Graph' : 'Outline'}
                </button>
              ))}
            </div>
          </>
        }
      >
        {graph.data && graph.data.relations.length > 0 && (
          <div
            role="group"
            aria-label="Relations shown"
            className="flex gap-1 overflow-x-auto border-b border-line p-2 sm:flex-wrap"
          >
            {graph.data.relations.map((relation) => (
              <button
                key={relation}
                type="button"
                className="pill shrink-0 text-muted aria-pressed:border-accent aria-pressed:text-ink"
                aria-pressed={!hidden.has(relation)}
                onClick={() =>
                  setHidden((hidden) =>
                    hidden.has(relation)
                      ? new Set([...hidden].filter((each) => each !== relation))
                      : new Set([...hidden, relation]),
                  )
                }
              >
                {hidden.has(relation) ? (
                  <EyeOff size={12} aria-hidden />
                ) : (
                  <Eye size={12} className="text-accent" aria-hidden />
                )}
                {relation}
              </button>
            ))}
          </div>
        )}
        <div className="relative flex min-h-0 flex-1 flex-col">
          <RefreshBar isRefreshing={graph.isFetching} />
          {graph.error ? (
            <FailureNotice error={graph.error} retry={() => void graph.refetch()} />
          ) : root === undefined && first.isSuccess ? (
            <EmptyState title="This sandbox has no entities." />
          ) : !data ? (
            <Skeleton />
          ) : data.nodes.length === 1 ? (
            <EmptyState title={`${data.nodes[0]?.title ?? root} has no relations.`} />
          ) : view === 'graph' ? (
            <Suspense fallback={<Skeleton />}>
              <GraphPicture graph={data} selected={search.selected} open={select} reroot={reroot} />
            </Suspense>
          ) : (
            <Outline graph={data} current={search.selected} open={select} />
          )}
        </div>
        <div className="flex h-8 items-center gap-2 border-t border-line px-3 text-sm text-muted">
          <span role="status">
            {data &&
              `${counted(data.nodes.length, 'entity', 'entities')}, ${counted(data.edges.length, 'relation')}`}
            {data?.is_cut && ', and more that are left out'}
          </span>
        </div>
      </Page>
      {search.selected !== undefined && (
        <EntityPanel
          id={search.selected}
          tab={tab}
          setTab={setTab}
          close={() => set({ selected: undefined })}
        />
      )}
    </div>
  )
}

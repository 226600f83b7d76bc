import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import {
  healthTree,
  releaseHealth,
  setHealth,
  type HealthChange,
  type HealthNode,
} from '../../service/health.ts'
import { Page } from '../../shell/page.tsx'
import { announce } from '../../ui/announcer.tsx'
import { HealthBadge, healthLabels, healthLooks } from '../../ui/health-badge.tsx'
import { FailureNotice, RefreshBar, Skeleton } from '../../ui/notice.tsx'
import { toastFailure } from '../../ui/toasts.tsx'
import { AddComponent } from './add-component.tsx'
import { HealthHistory } from './health-history.tsx'
import { HealthTreeGrid } from './health-tree-grid.tsx'
import { RawAnswers } from './raw-answers.tsx'

export interface HealthActions {
  readonly set: (path: string, change: HealthChange) => void
  readonly release: (path?: string) => void
}

/** The health of the service and everything below it, to look at and to change. */
export function HealthPage() {
  const { node } = useSearch({ from: '/health' })
  const navigate = useNavigate({ from: '/health' })
  const queries = useQueryClient()
  const tree = useQuery(healthTree)
  const [isHeld, setHeld] = useState(false)
  const change = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: toastFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: ['health'] }),
  })
  const actions: HealthActions = {
    set: (path, { hold = isHeld, ...state }) => {
      change.mutate(() => setHealth(path, { ...state, hold }))
      announce(`${path || 'The service'} is now ${state.label}.`)
    },
    release: (path) => change.mutate(() => releaseHealth(path)),
  }

  return (
    <Page
      title="Health"
      heading={
        <span className="flex items-center gap-2">
          Health <HealthBadge label={tree.data?.aggregated} />
        </span>
      }
      actions={<QuickActions tree={tree.data} actions={actions} />}
    >
      <div className="relative grid min-h-0 flex-1 overflow-auto xl:grid-cols-[minmax(0,1fr)_420px]">
        <RefreshBar isRefreshing={change.isPending} />
        <div className="flex min-w-0 flex-col">
          {tree.error && !tree.data && <FailureNotice error={tree.error} retry={() => void tree.refetch()} />}
          {!tree.data && !tree.error && <Skeleton rows={7} />}
          {tree.data && (
            <>
              {tree.data.why && <Why tree={tree.data} />}
              <HealthTreeGrid
                root={tree.data}
                current={node}
                actions={actions}
                open={(path) =>
                  void navigate({
                    search: (before) => ({ ...before, node: path || undefined }),
                    replace: true,
                  })
                }
              />
              <div className="flex flex-wrap items-center gap-4 border-b border-line p-3">
                <AddComponent actions={actions} />
                <label className="flex items-center gap-2">
                  <input
                    type="checkbox"
                    checked={isHeld}
                    onChange={({ target }) => setHeld(target.checked)}
                  />
                  Hold Yellow: it does not turn Green by itself after 30 s
                </label>
              </div>
              <HealthHistory root={tree.data} />
              <Legend />
            </>
          )}
        </div>
        <RawAnswers />
      </div>
    </Page>
  )
}

/** The path to what makes it as bad as it is. */
function Why({ tree }: { tree: HealthNode }) {
  const { why, name } = tree

  if (!why) return null

  return (
    <p className="border-b border-line bg-raised px-3 py-2" role="status">
      <span className="font-medium">Why {tree.aggregated}?</span>{' '}
      <span className="font-mono text-sm">
        {[name || 'service', ...why.path.split('/').filter(Boolean)].join(' → ')}
      </span>
      : {why.label} <q>{why.message}</q>
    </p>
  )
}

function QuickActions({ tree, actions }: { tree: HealthNode | undefined; actions: HealthActions }) {
  const workers = tree?.downstream.find(({ path }) => path === 'graph')?.downstream ?? []
  const [worker] = workers

  return (
    <>
      <button type="button" className="button" onClick={() => actions.release()}>
        Release all
      </button>
      {worker && (
        <button
          type="button"
          className="button"
          onClick={() => actions.set(worker.path, { label: 'Red', message: 'The worker has stopped.' })}
        >
          One worker down
        </button>
      )}
      <button
        type="button"
        className="button"
        onClick={() =>
          actions.set('search', { label: 'Yellow', message: 'Queries take longer than two seconds.' })
        }
      >
        Search slow
      </button>
      <button
        type="button"
        className="button"
        onClick={() =>
          actions.set('data_storage', { label: 'Red', message: 'No connection to the storage.' })
        }
      >
        Storage fatal
      </button>
    </>
  )
}

/** What the colours mean (interface 3). */
function Legend() {
  return (
    <dl className="grid gap-x-4 gap-y-2 p-3 text-sm sm:grid-cols-2">
      {healthLabels.map((label) => (
        <div key={label} className="flex items-start gap-2">
          <dt className="w-20 shrink-0">
            <HealthBadge label={label} />
          </dt>
          <dd className="text-muted">{healthLooks[label].meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

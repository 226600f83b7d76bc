import { useNavigate, useSearch } from '@tanstack/react-router'
import { changesWithTime, type HealthNode } from '../../service/health.ts'
import { LinkButton, Switch } from '../../ui/controls/button.tsx'
import { SquareTerminal } from 'lucide-react'
import { Page, RefreshBar } from '../../ui/layout/page.tsx'
import { HealthBadge, healthLabels, healthStyles } from '../../parts/health-badge.tsx'
import { QueryResult } from '../../parts/query-result.tsx'
import { LabelCaseSelect } from './label-case-select.tsx'
import { QuickActions } from './quick-actions.tsx'
import { HealthHistory } from './health-history.tsx'
import { HealthTreeGrid } from './health-tree-grid.tsx'
import { useHealth } from './use-health.ts'

/** Shows and changes the health of the service and its components. */
export function HealthPage() {
  const { node } = useSearch({ from: '/health' })
  const navigate = useNavigate({ from: '/health' })
  const { tree, actions, isChanging, recovers, chooseRecovery } = useHealth()

  return (
    <Page
      heading={
        <span className="flex items-center gap-2">
          Health {tree.data && <HealthBadge label={tree.data.aggregated} />}
        </span>
      }
      actions={<QuickActions tree={tree.data} current={node} actions={actions} />}
    >
      <div className="relative grid min-h-0 flex-1 overflow-auto">
        <RefreshBar isRefreshing={isChanging} />
        <div className="flex min-w-0 flex-col">
          <QueryResult query={tree} rows={7} />
          {tree.data && (
            <>
              <Why tree={tree.data} />
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
                <LabelCaseSelect />
                {['/api/status', '/api/status/servicestatus'].map((path) => (
                  <LinkButton key={path} Icon={SquareTerminal} to="/explore" search={{ method: 'GET', path }}>
                    GET {path}
                  </LinkButton>
                ))}
                <Switch label="Yellow recovers to Green by itself" isOn={recovers} change={chooseRecovery} />
              </div>
              <HealthHistory isChanging={changesWithTime(tree.data)} />
              <Legend />
            </>
          )}
        </div>
      </div>
    </Page>
  )
}

/** The component that determines the aggregated colour, and the path to it. */
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

/** The meanings of the colours (interface 3.1). */
function Legend() {
  return (
    <dl className="grid gap-x-4 gap-y-2 p-3 text-sm sm:grid-cols-2">
      {healthLabels.map((label) => (
        <div key={label} className="flex items-start gap-2">
          <dt className="w-20 shrink-0">
            <HealthBadge label={label} />
          </dt>
          <dd className="text-muted">{healthStyles[label].meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

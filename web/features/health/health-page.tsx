import { type HealthNode, healthPresets, healthPollInterval } from '../../service/health.ts'
import { LinkButton, Switch, Button } from '../../ui/controls/button.tsx'
import { SquareTerminal } from 'lucide-react'
import { List, Page, RefreshBar } from '../../ui/layout/page.tsx'
import { HealthBadge, healthLabels, healthStyles } from '../../parts/health-badge.tsx'
import { QueryResult } from '../../parts/query-result.tsx'
import { HealthTable } from './health-table.tsx'
import { resetHealth, useHealth, type SetHealth } from '../../parts/sandbox/use-health.ts'
import { useState } from 'react'
import { FlapDialog } from './flap-dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { control } from '../../parts/sandbox/control.ts'
import { client, getQuery } from '../../service/client.ts'
import { overviewQuery, type Overview } from '../../service/sandbox.ts'
import { Select } from '../../ui/controls/field.tsx'
import { counted, timeOfDay } from '../../lib/format.ts'

/** Shows and changes the health of the service and its components. */
export function HealthPage() {
  const { tree, set, recovers, chooseRecovery } = useHealth()
  // The component that determines the aggregated colour, and the path to it.
  const { why, name, aggregated } = tree.data ?? {}

  return (
    <Page
      heading={
        <span className="flex items-center gap-2">
          Health {aggregated && <HealthBadge label={aggregated} />}
        </span>
      }
      actions={<QuickActions tree={tree.data} set={set} />}
    >
      <div className="relative grid min-h-0 flex-1 overflow-auto">
        <RefreshBar isRefreshing={tree.isFetching && tree.data !== undefined} />
        <div className="flex min-w-0 flex-col">
          <QueryResult query={tree} rows={7} />
          {tree.data && (
            <>
              {why && (
                <p className="border-b border-line bg-raised px-3 py-2" role="status">
                  <span className="font-medium">Why {aggregated}?</span>{' '}
                  <span className="font-mono text-sm">
                    {[name || 'service', ...why.path.split('/').filter(Boolean)].join(' → ')}
                  </span>
                  : {why.label} <q>{why.message}</q>
                </p>
              )}
              <HealthTable root={tree.data} set={set} />
              <div className="flex flex-wrap items-center gap-4 border-b border-line p-3">
                <LabelCaseSelect />
                {['/api/status', '/api/status/servicestatus'].map((path) => (
                  <LinkButton key={path} Icon={SquareTerminal} to="/explore" search={{ method: 'GET', path }}>
                    GET {path}
                  </LinkButton>
                ))}
                <Switch label="Yellow recovers to Green by itself" isOn={recovers} change={chooseRecovery} />
              </div>
              <HealthHistory tree={tree.data} />
              {/* The meanings of the colours (interface 3.1). */}
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
            </>
          )}
        </div>
      </div>
    </Page>
  )
}

interface QuickActionsProps {
  readonly tree: HealthNode | undefined
  readonly set: SetHealth
}

/** Buttons for the most frequent changes of health. */
function QuickActions({ tree, set }: QuickActionsProps) {
  const [isFlapOpen, setFlapOpen] = useState(false)
  const buttons = [
    {
      label: 'All green',
      title: 'Restores the initial state of every component, and removes those that were added',
      run: () => resetHealth(),
    },
    ...healthPresets.map(([label, path, state]) => ({
      label,
      title: `${path} becomes ${state.label}`,
      run: () => set(path, state),
    })),
    { label: 'Flap…', title: 'Makes a component switch between two states', run: () => setFlapOpen(true) },
  ]

  return (
    <>
      {buttons.map(({ label, title, run }) => (
        <Button key={label} title={title} onClick={run}>
          {label}
        </Button>
      ))}
      {tree && isFlapOpen && <FlapDialog tree={tree} set={set} close={() => setFlapOpen(false)} />}
    </>
  )
}

/** The letter case of colours in status resources, of which clients must accept any (interface 2.6.3). */
function LabelCaseSelect() {
  const current = useQuery(overviewQuery).data?.label_case ?? 'documented'

  return (
    <label className="flex items-center gap-2">
      <span className="text-muted">Case of colour names</span>
      <Select
        className="font-mono"
        value={current}
        options={[
          ['documented', 'Green'],
          ['upper', 'GREEN'],
          ['lower', 'green'],
        ]}
        choose={(labelCase) =>
          void control(put(labelCase), 'Changed the case of colour names.', put(current))
        }
      />
    </label>
  )
}

function put(labelCase: Overview['label_case']) {
  return () => client.PUT('/__sandbox/label-case', { body: { case: labelCase } })
}

/** The latest changes of the health since the sandbox was opened. */
function HealthHistory({ tree }: { tree: HealthNode }) {
  const { items = [] } =
    useQuery({
      ...getQuery('/__sandbox/health-history'),
      refetchInterval: healthPollInterval(tree),
    }).data ?? {}
  const changes = items
    .flatMap(({ at, changes }) => changes.map((change) => ({ ...change, at })))
    .toReversed()

  if (items.length === 0) return null

  return (
    <section aria-label="History" className="border-b border-line p-3">
      <h2 className="font-medium">
        History <span className="text-sm font-normal text-muted">UTC, on the sandbox’s clock</span>
      </h2>
      <List
        label={`Changes: ${counted(changes.length, 'change')}`}
        empty="No changes since the sandbox was opened."
      >
        {changes.map(({ at, path, from, to, source }, index) => (
          <li key={changes.length - index} className="flex flex-wrap items-center gap-x-2 py-0.5 text-sm">
            <time className="font-mono text-muted" dateTime={at} title={at}>
              {timeOfDay(at)}
            </time>
            <span className="min-w-28 font-mono">{path || 'service'}</span>
            <HealthBadge label={from ?? 'absent'} />
            <span role="img" aria-label="became">
              →
            </span>
            <HealthBadge label={to ?? 'absent'} />
            <span className="text-muted">{source === 'itself' ? 'automatically' : `by ${source}`}</span>
          </li>
        ))}
      </List>
    </section>
  )
}

import {
  type HealthNode,
  healthPresets,
  healthPollInterval,
  type HealthLabel,
} from '../../service/health-queries.ts'
import { LinkButton, Switch, Button } from '../../ui/controls/button.tsx'
import { SquareTerminal } from 'lucide-react'
import { List, Page, RefreshBar } from '../../ui/layout/page.tsx'
import { HealthBadge, healthLabels, healthStyles } from '../../parts/badges.tsx'
import { QueryResult } from '../../parts/query-result.tsx'
import { resetHealth, useHealth, type SetHealth } from '../../parts/sandbox/use-health.ts'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { control } from '../../parts/sandbox/control.ts'
import { client, getQuery } from '../../service/service-client.ts'
import { overviewQuery, type Overview } from '../../service/sandbox-queries.ts'
import { Select, TextField } from '../../ui/controls/field.tsx'
import { counted, timeOfDay, ago } from '../../lib/format.ts'
import { useSandboxTime } from '../../parts/sandbox/sandbox-time.tsx'
import { FormDialog } from '../../ui/overlays/modal.tsx'

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

/** The columns, each with the classes of its cells. */
const columns = {
  Component: 'w-44 shrink-0 max-sm:w-40',
  'Own state': 'w-26 shrink-0',
  Aggregated: 'w-28 shrink-0 max-sm:w-24',
  // On a phone, below the others.
  Message: 'min-w-40 flex-1 max-sm:basis-full',
  'Set by': 'w-60 shrink-0 max-sm:w-full',
}

/** The components, those below another one indented. */
function HealthTable({ root, set }: { root: HealthNode; set: SetHealth }) {
  return (
    <div role="table" aria-label="Components" className="min-w-0 overflow-x-auto">
      <div
        role="row"
        className="flex h-7 min-w-fit items-center border-b border-line bg-raised text-sm text-muted"
      >
        {Object.entries(columns).map(([header, className], index) => (
          <div
            key={header}
            role="columnheader"
            className={`truncate px-2 ${className} ${index > 2 ? 'max-sm:sr-only' : ''}`}
          >
            {header}
          </div>
        ))}
      </div>
      <Rows node={root} level={0} set={set} />
    </div>
  )
}

function nameOf({ path, name }: HealthNode): string {
  return path || name || 'service'
}

interface RowsProps {
  readonly node: HealthNode
  readonly level: number
  readonly set: SetHealth
}

/** A component with its own state and message, which can be changed, and its aggregated state; then those below it. */
function Rows({ node, level, set }: RowsProps) {
  const { path, name, label, aggregated, source, since, hold, flap, recovers_on, downstream } = node
  const now = useSandboxTime()

  return (
    <>
      <div
        role="row"
        className="flex min-h-9 min-w-fit items-center border-b border-line/60 max-sm:min-w-0 max-sm:flex-wrap *:flex *:min-w-0 *:items-center *:gap-1 *:px-2 hover:bg-raised"
      >
        <div role="rowheader" className={columns.Component} style={{ paddingLeft: 8 + level * 20 }}>
          <span className="truncate font-medium">{path === '' ? name || 'service' : name}</span>
        </div>
        <div role="cell" className={columns['Own state']}>
          <Select
            aria-label={`State of ${nameOf(node)}`}
            value={label}
            options={healthLabels}
            choose={(label) => set(path, { label })}
          />
        </div>
        <div role="cell" className={columns.Aggregated}>
          <HealthBadge label={aggregated} />
        </div>
        <div role="cell" className={columns.Message}>
          <MessageField key={node.message} node={node} set={set} />
        </div>
        <div role="cell" className={`${columns['Set by']} ${source === 'seed' ? 'max-sm:hidden!' : ''}`}>
          <span className="min-w-0 flex-1 truncate text-sm text-muted" title={`since ${since}`}>
            {source}
            {label === 'Yellow' && hold && ', held'}
            {recovers_on && `, recovers ${ago(recovers_on, now)}`}
            {flap && `, switches ${ago(flap.switches_on, now)}`}
            {source !== 'seed' && !recovers_on && !flap && `, ${ago(since, now)}`}
          </span>
          {source !== 'seed' && (
            <Button
              className="shrink-0"
              aria-label={path ? `Reset ${path}` : 'Reset all components'}
              title="Restores the initial state, or removes a component that was added"
              onClick={() => resetHealth(path)}
            >
              {path ? 'Reset' : 'Reset all'}
            </Button>
          )}
        </div>
      </div>
      {downstream.map((each) => (
        <Rows key={each.path} node={each} level={level + 1} set={set} />
      ))}
    </>
  )
}

/** The message of a component, saved with Enter or when the field loses the focus. */
function MessageField({ node, set }: { node: HealthNode; set: SetHealth }) {
  const [text, setText] = useState(node.message)
  const save = () => {
    if (text !== node.message) set(node.path, { label: node.label, message: text, hold: node.hold })
  }

  return (
    <TextField
      aria-label={`Message of ${nameOf(node)}`}
      className="w-full border-transparent! bg-transparent hover:border-line! focus:border-line-strong! focus:bg-ground"
      value={text}
      change={setText}
      onBlur={save}
      onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && save()}
    />
  )
}

interface FlapDialogProps {
  readonly tree: HealthNode
  readonly set: SetHealth
  readonly close: () => void
}

/** Makes a component alternate between two states, by the sandbox's clock. */
function FlapDialog({ tree, set, close }: FlapDialogProps) {
  const paths = pathsIn(tree)
  const [path, setPath] = useState(paths.find((path) => path.startsWith('graph/')) ?? '')
  const [label, setLabel] = useState<HealthLabel>('Red')
  const [secondLabel, setSecondLabel] = useState<HealthLabel>('Green')
  const [seconds, setSeconds] = useState('10')

  return (
    <FormDialog
      title="Make a component flap"
      action="Start flapping"
      close={close}
      submit={() => {
        set(path, {
          label,
          message: 'Flapping.',
          flap: { label: secondLabel, every_ms: Math.round(Number(seconds) * 1000) },
        })
        close()
      }}
    >
      <Select
        label="Component"
        className="font-mono"
        value={path}
        options={paths.map((path) => [path, path || 'service'] as const)}
        choose={setPath}
      />
      <div className="grid grid-cols-3 gap-3">
        <Select label="First" value={label} options={healthLabels} choose={setLabel} />
        <Select label="Then" value={secondLabel} options={healthLabels} choose={setSecondLabel} />
        <TextField
          label="Seconds per state"
          className="font-mono"
          type="number"
          min={0.1}
          max={86_400}
          step="any"
          required
          value={seconds}
          change={setSeconds}
        />
      </div>
      <p className="text-sm text-muted">It flaps until you set its state or reset it.</p>
    </FormDialog>
  )
}

function pathsIn({ path, downstream }: HealthNode): string[] {
  return [path, ...downstream.flatMap(pathsIn)]
}

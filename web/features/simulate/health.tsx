import {
  flapping,
  healthPollInterval,
  healthPresets,
  type HealthLabel,
  type HealthNode,
} from '../../service/health-queries.ts'
import { Switch, Button, IconButton } from '../../ui/controls/button.tsx'
import { RotateCcw } from 'lucide-react'
import { Card } from '../../ui/layout/page.tsx'
import { HealthBadge, healthLabels, healthStyles } from '../../parts/badges.tsx'
import { QueryResult } from '../../parts/query-result.tsx'
import { resetHealth, useHealth, type SetHealth } from '../../parts/sandbox/use-health.ts'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getQuery, type ResponseOf } from '../../service/service-client.ts'
import { Select, TextField } from '../../ui/controls/field.tsx'
import { ago, localTime } from '../../lib/format.ts'
import { useSandboxTime } from '../../parts/sandbox/sandbox-time.tsx'

/** The health of the service and its components: over time, and to set. */
export function HealthCard() {
  const { tree, set, recovers, chooseRecovery } = useHealth()
  // The component that determines the aggregated colour, and the path to it.
  const { why, name, aggregated } = tree.data ?? {}

  return (
    <Card
      title="Health"
      part="health"
      actions={
        <>
          <Button
            title="Restores the initial state of every component, and removes those that were added"
            onClick={() => resetHealth()}
          >
            All green
          </Button>
          {healthPresets.map(([name, path, state]) => (
            <Button key={name} title={`${path} becomes ${state.label}`} onClick={() => set(path, state)}>
              {name}
            </Button>
          ))}
        </>
      }
    >
      <QueryResult query={tree} rows={7}>
        {(root) => (
          <div className="flex flex-col gap-3">
            {why && (
              <p role="status">
                <span className="font-medium">Why {aggregated}?</span>{' '}
                <span className="font-mono text-sm">
                  {[name || 'service', ...why.path.split('/').filter(Boolean)].join(' → ')}
                </span>
                : {why.label} <q>{why.message}</q>
              </p>
            )}
            <HealthTable root={root} set={set} />
            <Switch label="Yellow recovers to Green by itself" isOn={recovers} change={chooseRecovery} />
            <p className="text-sm text-muted">
              {healthLabels.map((label) => `${label}: ${healthStyles[label].meaning}`).join(' ')} Health only
              colours the status and its measures: requests work as before. To make them fail, enter a
              scenario, such as storage-fatal, or add a fault.
            </p>
          </div>
        )}
      </QueryResult>
    </Card>
  )
}

/** The columns, each with the classes of its cells; in a narrow table, the last two are below the others. */
const columns = {
  Component: 'w-40 shrink-0 @max-md:w-28',
  Time: 'min-w-12 flex-1 @max-md:min-w-8',
  'Own state': 'w-46 shrink-0 @max-md:w-24 @max-md:flex-wrap',
  Message: 'min-w-32 flex-[2] @max-3xl:basis-full',
  'Set by': 'w-28 shrink-0 @max-3xl:w-full',
}

/** The components, those below another one indented. */
function HealthTable({ root, set }: { root: HealthNode; set: SetHealth }) {
  const history = useHealthHistory(root)

  return (
    <div role="table" aria-label="Components" className="@container min-w-0">
      <div
        role="row"
        className="relative flex h-7 items-center overflow-hidden border-b border-line text-sm text-muted"
      >
        {Object.entries(columns).map(([header, className], index) => (
          <div
            key={header}
            role="columnheader"
            className={`truncate px-1 ${className} ${index > 2 ? '@max-3xl:sr-only' : ''}`}
          >
            {header === 'Time' ? `Last ${Math.round((history.end - history.start) / 60_000)} min` : header}
          </div>
        ))}
      </div>
      <Rows node={root} level={0} set={set} history={history} />
    </div>
  )
}

/** How the labels changed since `start`, in milliseconds since 1970 on the sandbox’s clock. */
type History = ReturnType<typeof useHealthHistory>

type HealthMoment = ResponseOf<'GET', '/__sandbox/health-history'>['items'][number]

/** The shortest and the longest time that is shown, in milliseconds. */
const [shortest, longest] = [60_000, 900_000]

/** The changes of the last minutes: from shortly before the first one, at most of a quarter of an hour. */
function useHealthHistory(tree: HealthNode) {
  const now = useSandboxTime()
  const { items = [] } =
    useQuery({ ...getQuery('/__sandbox/health-history'), refetchInterval: healthPollInterval(tree) }).data ??
    {}
  const all = items.flatMap(({ at, changes }) => changes.map((change) => ({ ...change, at: Date.parse(at) })))
  // The latest change may be later than the clock that the page shows, which is up to a second behind.
  const end = Math.max(now, all.at(-1)?.at ?? 0)
  const changes = all.filter(({ at }) => at > end - longest)
  const first = (changes[0]?.at ?? end) - shortest / 2

  return { start: Math.max(end - longest, Math.min(first, end - shortest)), end, changes }
}

/** The label of a component over time, as a strip of colours; what is worse is also higher. */
function Strip({ node: { path, label }, history }: { node: HealthNode; history: History }) {
  const { start, end, changes } = history
  const own = changes.filter((change) => change.path === path)
  const spans = [
    { at: start, to: own[0] ? own[0].from : label, source: undefined },
    ...own.map(({ at, to, source }) => ({ at, to, source })),
  ].map((span, index, all) => ({ ...span, until: all[index + 1]?.at ?? end }))
  const texts = spans.map(({ at, to, source }) =>
    [to ?? 'absent', source && `since ${localTime(at)}`, source && by(source)].filter(Boolean).join(' '),
  )

  return (
    <div
      role="img"
      aria-label={`${path || 'service'}: ${texts.join(', then ')}`}
      className="relative h-5 w-full overflow-hidden bg-sunken forced-color-adjust-none"
    >
      {spans.map(({ at, to, until }, index) => (
        <span
          key={at}
          title={texts[index]}
          className={`absolute bottom-0 ${stripStyles[to ?? ''] ?? ''}`}
          style={{ left: share(at - start), width: share(until - at) }}
        />
      ))}
    </div>
  )

  function share(duration: number): string {
    return `${(100 * duration) / (end - start)}%`
  }
}

const stripStyles: Partial<Record<string, string>> = {
  Green: 'h-1/4 bg-green',
  Yellow: 'h-2/4 bg-yellow',
  Orange: 'h-3/4 bg-orange',
  Red: 'h-full bg-red',
}

function by(source: HealthMoment['changes'][number]['source']): string {
  return source === 'itself' ? 'automatically' : `by ${source}`
}

function nameOf({ path, name }: HealthNode): string {
  return path || name || 'service'
}

interface RowsProps {
  readonly node: HealthNode
  readonly level: number
  readonly set: SetHealth
  readonly history: History
}

/** A component with its own state and message, which can be changed, and its aggregated state; then those below it. */
function Rows({ node, level, set, history }: RowsProps) {
  const { path, name, label, aggregated, source, since, hold, flap, recovers_on, downstream } = node
  const now = useSandboxTime()

  return (
    <>
      <div
        role="row"
        className="flex min-h-9 items-center border-b border-line/60 *:flex *:items-center *:gap-1 *:px-1 hover:bg-raised @max-3xl:flex-wrap @max-3xl:py-1"
      >
        <div role="rowheader" className={columns.Component} style={{ paddingLeft: 4 + level * 16 }}>
          <span className="truncate font-medium">{name || 'service'}</span>
          {aggregated !== label && (
            <span title={`Aggregated with those below it: ${aggregated}`}>
              <HealthBadge label={aggregated} />
            </span>
          )}
        </div>
        <div role="cell" className={columns.Time}>
          <Strip node={node} history={history} />
        </div>
        <div role="cell" className={columns['Own state']}>
          <Select
            aria-label={`State of ${nameOf(node)}`}
            value={label}
            options={healthLabels}
            choose={(label) => set(path, { label })}
          />
          {source !== 'seed' && (
            <Select<HealthLabel | ''>
              aria-label={`Flapping of ${nameOf(node)}`}
              title={`Alternates every ${(flap ?? flapping.flap).every_ms / 1000} seconds`}
              value={flap?.label ?? ''}
              options={[['', 'steady'], ...healthLabels]}
              choose={(second) =>
                set(path, {
                  ...(second && { ...flapping, flap: { ...flapping.flap, label: second } }),
                  label,
                })
              }
            />
          )}
        </div>
        <div role="cell" className={columns.Message}>
          <MessageField node={node} set={set} />
        </div>
        <div role="cell" className={`${columns['Set by']} ${source === 'seed' ? '@max-3xl:hidden!' : ''}`}>
          <span className="min-w-0 flex-1 text-sm text-muted" title={`since ${since}`}>
            {source !== 'seed' && source}
            {label === 'Yellow' && hold && ', held'}
            {recovers_on && `, recovers ${ago(recovers_on, now)}`}
            {flap && `, switches ${ago(flap.switches_on, now)}`}
            {source !== 'seed' && !recovers_on && !flap && `, ${ago(since, now)}`}
          </span>
          {source !== 'seed' && (
            <IconButton
              Icon={RotateCcw}
              label={path ? `Reset ${path}` : 'Reset all components'}
              title="Restores the initial state, or removes a component that was added"
              run={() => resetHealth(path)}
            />
          )}
        </div>
      </div>
      {downstream.map((each) => (
        <Rows key={each.path} node={each} level={level + 1} set={set} history={history} />
      ))}
    </>
  )
}

/** The message of a component, saved with Enter or when the field loses the focus. */
function MessageField({ node, set }: { node: HealthNode; set: SetHealth }) {
  const { path, label, message, hold, flap } = node
  /** What is typed, and the label to which it belongs: a flapping component has a message for one of its two. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly label: HealthLabel }>()
  const save = () => {
    setTyped(undefined)
    if (!typed || typed.text === message) return
    const kept = { hold, ...(flap && { flap: { label: flap.label, every_ms: flap.every_ms } }) }

    set(path, { label: flap?.label === label ? typed.label : label, message: typed.text, ...kept })
  }

  return (
    <TextField
      aria-label={`Message of ${nameOf(node)}`}
      className="w-full border-transparent! bg-transparent hover:border-line! focus:border-line-strong! focus:bg-ground"
      readOnly={flap?.label === label && !typed}
      value={typed?.text ?? message}
      change={(text) => setTyped({ text, label: typed?.label ?? label })}
      onBlur={save}
      onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && save()}
    />
  )
}

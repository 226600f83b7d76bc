import { ago } from '../../lib/format.ts'
import { useState } from 'react'
import { HealthBadge, healthLabels } from '../../parts/health-badge.tsx'
import { resetHealth, type SetHealth } from '../../parts/sandbox/use-health.ts'
import { useSandboxTime } from '../../parts/sandbox/sandbox-time.tsx'
import type { HealthNode } from '../../service/health.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select, TextField } from '../../ui/controls/field.tsx'

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
export function HealthTable({ root, set }: { root: HealthNode; set: SetHealth }) {
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

import { useState } from 'react'
import type { HealthNode } from '../../service/health.ts'
import { ago } from '../../lib/format.ts'
import { HealthBadge, healthLabels } from '../../parts/health-badge.tsx'
import { Select, TextField } from '../../ui/controls/field.tsx'
import { TreeGrid, type TreeColumn } from '../../ui/grid/tree-grid.tsx'
import type { TreeRow } from '../../ui/grid/tree-move.ts'
import { useSandboxTime } from '../../parts/sandbox/use-sandbox-time.ts'
import type { HealthActions } from '../../parts/sandbox/use-health-actions.ts'
import { Button } from '../../ui/controls/button.tsx'

interface HealthTreeGridProps {
  readonly root: HealthNode
  readonly current: string | undefined
  readonly actions: HealthActions
  readonly open: (path: string) => void
}

/** The components, each with its own state, which can be changed, and its aggregated state. */
export function HealthTreeGrid({ root, current, actions, open }: HealthTreeGridProps) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const now = useSandboxTime()
  const cause = root.why?.path
  const [lastCause, setLastCause] = useState(cause)

  // When the cause changes, the rows above it are expanded.
  if (cause !== lastCause) {
    setLastCause(cause)
    setCollapsed(new Set([...collapsed].filter((path) => !`${cause ?? ''}/`.startsWith(path && `${path}/`))))
  }

  return (
    <TreeGrid
      label="Components"
      columns={columnsFor(actions, now)}
      rows={rowsOf(root, collapsed, 1)}
      nameOf={({ name, path, label, aggregated }) =>
        `${path || name || 'service'}, ${label}, aggregated ${aggregated}`
      }
      onToggle={(key) =>
        setCollapsed((collapsed) =>
          collapsed.has(key)
            ? new Set([...collapsed].filter((each) => each !== key))
            : new Set([...collapsed, key]),
        )
      }
      selectedKey={current}
      onOpen={({ path }) => open(path)}
    />
  )
}

function rowsOf(item: HealthNode, collapsed: ReadonlySet<string>, level: number): TreeRow<HealthNode>[] {
  const isExpanded = !collapsed.has(item.path)
  const childRows = isExpanded ? item.downstream.flatMap((each) => rowsOf(each, collapsed, level + 1)) : []

  return [{ key: item.path, item, level, hasChildren: item.downstream.length > 0, isExpanded }, ...childRows]
}

function columnsFor(actions: HealthActions, now: number): TreeColumn<HealthNode>[] {
  return [
    {
      header: 'Component',
      className: 'w-44 shrink-0 max-sm:w-40',
      render: ({ name, path }) => (
        <span className="truncate font-medium">{path === '' ? name || 'service' : name}</span>
      ),
    },
    {
      header: 'Own state',
      className: 'w-26 shrink-0',
      render: ({ path, name, label }) => (
        <Select
          aria-label={`State of ${path || name || 'service'}`}
          value={label}
          options={healthLabels}
          choose={(label) => actions.set(path, { label })}
        />
      ),
    },
    {
      header: 'Aggregated',
      className: 'w-28 shrink-0 max-sm:w-24',
      render: ({ aggregated }) => <HealthBadge label={aggregated} />,
    },
    {
      header: 'Message',
      className: 'min-w-40 flex-1',
      render: (node) => <MessageField key={node.message} node={node} actions={actions} />,
    },
    {
      header: 'Set by',
      className: 'w-60 shrink-0',
      render: ({ path, source, since, label, hold, flap, recovers_on }) => (
        <>
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
              onClick={() => actions.reset(path)}
            >
              {path ? 'Reset' : 'Reset all'}
            </Button>
          )}
        </>
      ),
    },
  ]
}

/** The message of a component, saved with Enter or when the field loses the focus. */
function MessageField({ node, actions }: { node: HealthNode; actions: HealthActions }) {
  const [text, setText] = useState(node.message)
  const save = () => {
    if (text !== node.message) actions.set(node.path, { label: node.label, message: text, hold: node.hold })
  }

  return (
    <TextField
      aria-label={`Message of ${node.path || node.name || 'service'}`}
      className="w-full border-transparent! bg-transparent hover:border-line! focus:border-line-strong! focus:bg-ground"
      value={text}
      change={setText}
      onBlur={save}
      onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && save()}
    />
  )
}

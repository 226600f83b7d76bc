import { useState } from 'react'
import type { HealthNode } from '../../service/health.ts'
import { ago } from '../../lib/format.ts'
import { HealthBadge, healthLabels } from '../../ui/health-badge.tsx'
import { TreeGrid, type TreeColumn, type TreeRow } from '../../ui/tree-grid.tsx'
import type { HealthActions } from './health-page.tsx'

interface HealthTreeGridProps {
  readonly root: HealthNode
  readonly current: string | undefined
  readonly actions: HealthActions
  readonly open: (path: string) => void
}

/** Every component with its own state, which can be changed here, and the one it has with all below it. */
export function HealthTreeGrid({ root, current, actions, open }: HealthTreeGridProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())

  return (
    <TreeGrid
      label="Components"
      columns={columnsFor(actions)}
      rows={rowsOf(root, folded, 1)}
      nameOf={({ name, path, label, aggregated }) =>
        `${path || name || 'service'}, ${label}, aggregated ${aggregated}`
      }
      toggle={(key) =>
        setFolded((folded) =>
          folded.has(key) ? new Set([...folded].filter((each) => each !== key)) : new Set([...folded, key]),
        )
      }
      current={current}
      onOpen={({ path }) => open(path)}
    />
  )
}

function rowsOf(item: HealthNode, folded: ReadonlySet<string>, level: number): TreeRow<HealthNode>[] {
  const isExpanded = !folded.has(item.path)
  const below = isExpanded ? item.downstream.flatMap((each) => rowsOf(each, folded, level + 1)) : []

  return [{ key: item.path, item, level, hasChildren: item.downstream.length > 0, isExpanded }, ...below]
}

function columnsFor(actions: HealthActions): TreeColumn<HealthNode>[] {
  return [
    {
      header: 'Component',
      className: 'w-48 shrink-0',
      render: ({ name, path }) => (
        <span className="truncate font-medium">{path === '' ? name || 'service' : name}</span>
      ),
    },
    {
      header: 'Own state',
      className: 'w-26 shrink-0',
      render: ({ path, name, label }) => (
        <select
          aria-label={`State of ${path || name || 'service'}`}
          className="field"
          value={label}
          onChange={({ target }) => actions.set(path, { label: target.value })}
        >
          {healthLabels.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ),
    },
    {
      header: 'Message',
      className: 'min-w-50 flex-1',
      render: (node) => <MessageField key={node.message} node={node} actions={actions} />,
    },
    {
      header: 'Aggregated',
      className: 'w-28 shrink-0',
      render: ({ aggregated }) => <HealthBadge label={aggregated} />,
    },
    {
      header: 'Set by',
      className: 'w-44 shrink-0',
      render: ({ path, name, source, since, hold, recovers_on }) => (
        <>
          <span className="min-w-0 flex-1 truncate text-sm text-muted" title={`since ${since}`}>
            {source === 'seed' ? 'seed' : `${source}, ${ago(since)}`}
            {hold && ', held'}
            {recovers_on && `, recovers ${ago(recovers_on)}`}
          </span>
          {source !== 'seed' && (
            <button
              type="button"
              className="button shrink-0"
              aria-label={`Release ${path || name || 'service'}`}
              onClick={() => actions.release(path)}
            >
              Release
            </button>
          )}
        </>
      ),
    },
  ]
}

/** Saved when it is left, or with Enter. */
function MessageField({ node, actions }: { node: HealthNode; actions: HealthActions }) {
  const [text, setText] = useState(node.message)
  const save = () => {
    if (text !== node.message) actions.set(node.path, { label: node.label, message: text, hold: node.hold })
  }

  return (
    <input
      type="text"
      aria-label={`Message of ${node.path || node.name || 'service'}`}
      className="field w-full border-transparent! bg-transparent hover:border-line! focus:border-line-strong! focus:bg-ground"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  )
}

import { ChevronDown, ChevronRight } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { ago } from '../../lib/format.ts'
import { hasModifier } from '../../lib/keys.ts'
import { HealthBadge, healthLabels } from '../../parts/health-badge.tsx'
import type { HealthActions } from '../../parts/sandbox/use-health.ts'
import { useSandboxTime } from '../../parts/sandbox/sandbox-time.tsx'
import type { HealthNode } from '../../service/health.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select, TextField } from '../../ui/controls/field.tsx'

interface HealthTreeGridProps {
  readonly root: HealthNode
  /** Path of the selected component. */
  readonly current: string | undefined
  readonly actions: HealthActions
  readonly open: (path: string) => void
}

interface ComponentRow extends TreeRow {
  readonly node: HealthNode
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

/**
 * The components as a tree whose rows have cells (ARIA's treegrid pattern). Arrow keys move, expand and collapse; Home
 * and End go to the first and last row; Enter selects. Tab moves into the controls of a row, Escape back to the row.
 */
export function HealthTreeGrid({ root, current, actions, open }: HealthTreeGridProps) {
  const { rows, toggle } = useRows(root)
  const [focusedPath, setFocusedPath] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const tabStop = rows.some(({ node }) => node.path === focusedPath) ? focusedPath : root.path

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>, row: ComponentRow) => {
    const isInside = event.target !== event.currentTarget
    const move = isInside
      ? event.key === 'Escape' && !event.nativeEvent.isComposing && { focus: row }
      : !hasModifier(event) && treeMove(rows, row, event.key)

    if (!move) return
    event.preventDefault()
    event.stopPropagation()
    if (move === 'open') open(row.node.path)
    else if (move === 'toggle') toggle(row.node.path)
    else box.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(move.focus.node.path)}"]`)?.focus()
  }

  return (
    <div ref={box} role="treegrid" aria-label="Components" className="min-w-0 overflow-x-auto">
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
      {rows.map((row) => {
        const { node, level, isExpanded } = row

        return (
          <div
            key={node.path}
            role="row"
            data-path={node.path}
            aria-level={level}
            aria-label={`${nameOf(node)}, ${node.label}, aggregated ${node.aggregated}`}
            aria-expanded={isExpanded}
            aria-current={node.path === current || undefined}
            tabIndex={node.path === tabStop ? 0 : -1}
            className="flex min-h-9 min-w-fit items-center border-b border-line/60 max-sm:min-w-0 max-sm:flex-wrap *:flex *:min-w-0 *:items-center *:gap-1 *:px-2 hover:bg-raised aria-current:bg-accent-soft"
            onFocus={() => setFocusedPath(node.path)}
            onKeyDown={(event) => onKeyDown(event, row)}
            onClick={({ target }) => {
              if (target instanceof Element && !target.closest('button, input, select')) open(node.path)
            }}
          >
            <Cells row={row} actions={actions} toggle={() => toggle(node.path)} />
          </div>
        )
      })}
    </div>
  )
}

/** The rows that are not in collapsed ones. When the cause of the health changes, the rows above it are expanded. */
function useRows(root: HealthNode) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const cause = root.why?.path
  const [lastCause, setLastCause] = useState(cause)

  if (cause !== lastCause) {
    setLastCause(cause)
    setCollapsed(new Set([...collapsed].filter((path) => !`${cause ?? ''}/`.startsWith(path && `${path}/`))))
  }
  const rowsFrom = (node: HealthNode, level: number): ComponentRow[] => {
    const isExpanded = node.downstream.length > 0 ? !collapsed.has(node.path) : undefined

    return [
      { node, level, isExpanded },
      ...(isExpanded ? node.downstream.flatMap((each) => rowsFrom(each, level + 1)) : []),
    ]
  }
  const toggle = (path: string) =>
    setCollapsed(
      new Set(collapsed.has(path) ? [...collapsed].filter((each) => each !== path) : [...collapsed, path]),
    )

  return { rows: rowsFrom(root, 1), toggle }
}

function nameOf({ path, name }: HealthNode): string {
  return path || name || 'service'
}

/** The cells of a component: its own state and message, which can be changed, and its aggregated state. */
function Cells({ row, actions, toggle }: { row: ComponentRow; actions: HealthActions; toggle: () => void }) {
  const { node, level, isExpanded } = row
  const { path, name, label, aggregated, source, since, hold, flap, recovers_on } = node
  const now = useSandboxTime()
  const Chevron = isExpanded ? ChevronDown : ChevronRight

  return (
    <>
      <div role="gridcell" className={columns.Component} style={{ paddingLeft: 8 + (level - 1) * 20 }}>
        <span className="grid size-6 shrink-0 place-items-center">
          {isExpanded !== undefined && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={`${isExpanded ? 'Collapse' : 'Expand'} ${nameOf(node)}`}
              className="grid size-6 place-items-center text-muted hover:text-ink"
              onClick={toggle}
            >
              <Chevron size={14} />
            </button>
          )}
        </span>
        <span className="truncate font-medium">{path === '' ? name || 'service' : name}</span>
      </div>
      <div role="gridcell" className={columns['Own state']}>
        <Select
          aria-label={`State of ${nameOf(node)}`}
          value={label}
          options={healthLabels}
          choose={(label) => actions.set(path, { label })}
        />
      </div>
      <div role="gridcell" className={columns.Aggregated}>
        <HealthBadge label={aggregated} />
      </div>
      <div role="gridcell" className={columns.Message}>
        <MessageField key={node.message} node={node} actions={actions} />
      </div>
      <div role="gridcell" className={`${columns['Set by']} ${source === 'seed' ? 'max-sm:hidden!' : ''}`}>
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
      </div>
    </>
  )
}

/** The message of a component, saved with Enter or when the field loses the focus. */
function MessageField({ node, actions }: { node: HealthNode; actions: HealthActions }) {
  const [text, setText] = useState(node.message)
  const save = () => {
    if (text !== node.message) actions.set(node.path, { label: node.label, message: text, hold: node.hold })
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

/** A row of a tree. */
export interface TreeRow {
  /** From 1. */
  readonly level: number
  /** Undefined if it has no rows below it. */
  readonly isExpanded: boolean | undefined
}

/** The effect of a key on a row of a tree (ARIA's treegrid pattern): the row to focus; undefined for other keys. */
export function treeMove<Row extends TreeRow>(
  rows: readonly Row[],
  row: Row,
  key: string,
): { readonly focus: Row } | 'toggle' | 'open' | undefined {
  const { level, isExpanded } = row
  const index = rows.indexOf(row)
  const targets: Record<string, Row | undefined> = {
    ArrowDown: rows[index + 1],
    ArrowUp: rows[index - 1],
    Home: rows[0],
    End: rows.at(-1),
    ArrowRight: isExpanded ? rows[index + 1] : undefined,
    ArrowLeft: rows.slice(0, index).findLast((before) => before.level < level),
  }
  const focus = targets[key]

  if (key === 'Enter') return 'open'
  if (isExpanded !== undefined && key === (isExpanded ? 'ArrowLeft' : 'ArrowRight')) return 'toggle'

  return focus && { focus }
}

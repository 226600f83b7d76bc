import { useState } from 'react'
import type { GraphAnswer, GraphNode } from '../../service/shapes.ts'
import { counted } from '../../lib/format.ts'
import { TreeGrid, type TreeColumn, type TreeRow } from '../../ui/tree-grid.tsx'
import { DefinitionTag } from '../../parts/entity/definition-tag.tsx'

interface OutlineItem {
  readonly node: GraphNode
  /** How it is related to the line above. */
  readonly relation: string | undefined
}

interface OutlineProps {
  readonly graph: GraphAnswer
  readonly current: number | undefined
  readonly open: (id: number) => void
}

/** The graph as a tree: from the root, each entity once, below the one that leads to it first. */
export function Outline({ graph, current, open }: OutlineProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const root = graph.nodes.find(({ id }) => id === graph.root)

  if (!root) return null

  return (
    <TreeGrid
      label="Outline of the graph"
      columns={columns}
      rows={rowsOf(graph, folded)}
      nameOf={({ node, relation }) => [relation, node.title, node.definition].filter(Boolean).join(', ')}
      toggle={(key) =>
        setFolded((folded) =>
          folded.has(key) ? new Set([...folded].filter((each) => each !== key)) : new Set([...folded, key]),
        )
      }
      current={current === undefined ? undefined : String(current)}
      onOpen={({ node }) => open(node.id)}
    />
  )
}

const columns: TreeColumn<OutlineItem>[] = [
  {
    header: 'Entity',
    className: 'min-w-70 flex-1',
    render: ({ node, relation }) => (
      <span className="truncate">
        {relation && <span className="text-muted">{relation} › </span>}
        <span className="font-medium">{node.title}</span>
      </span>
    ),
  },
  { header: 'Id', className: 'w-20 shrink-0 font-mono', render: ({ node }) => node.id },
  {
    header: 'Definition',
    className: 'w-40 shrink-0',
    render: ({ node }) => <DefinitionTag name={node.definition} />,
  },
  {
    header: 'Not shown',
    className: 'w-32 shrink-0 text-muted',
    render: ({ node }) => (node.hidden > 0 ? counted(node.hidden, 'more', 'more') : ''),
  },
]

function rowsOf(graph: GraphAnswer, folded: ReadonlySet<string>): TreeRow<OutlineItem>[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const placed = new Set([graph.root])
  const below = new Map<number, OutlineItem[]>()

  // Breadth first, as the depths are counted.
  for (const id of placed) {
    for (const { relation, parent, child } of graph.edges) {
      const other = parent === id ? child : child === id ? parent : undefined
      const node = other === undefined ? undefined : nodes.get(other)

      if (!node || placed.has(node.id)) continue
      placed.add(node.id)
      below.set(id, [...(below.get(id) ?? []), { node, relation }])
    }
  }

  const visit = (item: OutlineItem, level: number): TreeRow<OutlineItem>[] => {
    const key = String(item.node.id)
    const children = below.get(item.node.id) ?? []
    const isExpanded = !folded.has(key)

    return [
      { key, item, level, hasChildren: children.length > 0, isExpanded },
      ...(isExpanded ? children.flatMap((child) => visit(child, level + 1)) : []),
    ]
  }
  const root = nodes.get(graph.root)

  return root ? visit({ node: root, relation: undefined }, 1) : []
}

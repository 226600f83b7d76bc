import { graphlib, layout } from '@dagrejs/dagre'
import {
  Background,
  Controls,
  Handle,
  MiniMap,
  Position,
  ReactFlow,
  type Edge,
  type Node,
  type NodeProps,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { useMemo } from 'react'
import type { GraphAnswer, GraphNode } from '../../service/shapes.ts'
import { definitionColour } from '../../parts/entity/definition-tag.tsx'

interface GraphPictureProps {
  readonly graph: GraphAnswer
  readonly selected: number | undefined
  readonly open: (id: number) => void
  readonly reroot: (id: number) => void
}

type PictureNode = Node<
  { entity: GraphNode; isRoot: boolean; open: (id: number) => void; reroot: (id: number) => void },
  'entity'
>

const size = { width: 200, height: 48 }

/** Beyond so many edges their names would cover the picture; the outline tells them. */
const labelledUpTo = 60

/** Entities that stand below each other at most. */
const columnHeight = 14

/** The graph as a picture, parents left of their children. Enter shows an entity, Space starts from it. */
export function GraphPicture({ graph, selected, open, reroot }: GraphPictureProps) {
  const { nodes, edges } = useMemo(() => arrange(graph, { open, reroot }), [graph, open, reroot])

  return (
    <div className="graph-picture min-h-0 flex-1" aria-label="Graph" role="group">
      <ReactFlow
        key={`${graph.root} ${graph.nodes.length}`}
        nodes={nodes.map((node) => ({ ...node, selected: node.id === String(selected) }))}
        edges={edges}
        nodeTypes={nodeTypes}
        nodesConnectable={false}
        nodesDraggable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        fitView
        fitViewOptions={{ padding: 0.1, minZoom: 0.5, maxZoom: 1 }}
        minZoom={0.1}
        maxZoom={1.5}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={24} color="var(--line)" />
        <Controls showInteractive={false} />
        {graph.nodes.length > 20 && (
          <MiniMap
            pannable
            className="max-md:hidden"
            bgColor="var(--raised)"
            maskColor="color-mix(in srgb, var(--ground) 60%, transparent)"
            nodeColor="var(--line-strong)"
            ariaLabel="Overview of the graph"
          />
        )}
      </ReactFlow>
    </div>
  )
}

const nodeTypes = { entity: EntityNode }

function EntityNode({ data: { entity, isRoot, open, reroot }, selected }: NodeProps<PictureNode>) {
  return (
    <button
      type="button"
      className={`nopan flex items-stretch gap-2 overflow-hidden rounded border bg-ground pr-2 text-left ${selected || isRoot ? 'border-accent' : 'border-line-strong'} ${selected ? 'bg-accent-soft' : ''}`}
      style={size}
      onClick={() => open(entity.id)}
      onDoubleClick={() => reroot(entity.id)}
      onKeyDown={(event) => {
        if (event.key !== ' ') return
        event.preventDefault()
        reroot(entity.id)
      }}
    >
      <Handle type="target" position={Position.Left} className="invisible" />
      <span
        aria-hidden
        className="w-1 shrink-0"
        style={{ background: definitionColour(entity.definition) }}
      />
      <span className="min-w-0 flex-1 self-center leading-tight">
        <span className={`block truncate ${isRoot ? 'font-semibold' : 'font-medium'}`}>{entity.title}</span>
        <span className="block truncate text-xs text-muted">
          {entity.definition} · {entity.id}
          {entity.hidden > 0 && ` · ${entity.hidden} more`}
          {isRoot && <span className="sr-only">, the start</span>}
        </span>
      </span>
      <Handle type="source" position={Position.Right} className="invisible" />
    </button>
  )
}

function arrange(
  { nodes, edges, root }: GraphAnswer,
  actions: Pick<GraphPictureProps, 'open' | 'reroot'>,
): { nodes: PictureNode[]; edges: Edge[] } {
  const drawing = new graphlib.Graph()

  drawing.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 130 })
  drawing.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) drawing.setNode(String(id), { ...size })
  for (const { parent, child } of edges) drawing.setEdge(String(parent), String(child))
  layout(drawing)
  const places = wrapColumns(new Map(nodes.map(({ id }) => [id, drawing.node(String(id))])))
  const isLabelled = edges.length <= labelledUpTo

  return {
    nodes: nodes.map((entity) => {
      const { x, y } = places.get(entity.id) ?? { x: 0, y: 0 }

      return {
        id: String(entity.id),
        type: 'entity',
        position: { x: x - size.width / 2, y: y - size.height / 2 },
        data: { entity, isRoot: entity.id === root, ...actions },
        // React Flow takes the mouse away from nodes that can't be dragged or selected.
        style: { pointerEvents: 'all' },
        ...size,
      }
    }),
    edges: edges.map(({ relation, parent, child }) => ({
      id: `${relation} ${parent} ${child}`,
      source: String(parent),
      target: String(child),
      ...(isLabelled ? { label: relation } : {}),
      labelStyle: { fill: 'var(--muted)', fontSize: 11 },
      labelBgStyle: { fill: 'var(--ground)' },
      style: { stroke: 'var(--line-strong)' },
    })),
  }
}

interface Place {
  readonly x: number
  readonly y: number
}

/** Breaks columns that are too high for a screen into several, each in the order it had. */
function wrapColumns(places: ReadonlyMap<number, Place>): Map<number, Place> {
  const columns = new Map<number, [number, Place][]>()

  for (const entry of places) columns.set(entry[1].x, [...(columns.get(entry[1].x) ?? []), entry])
  if ([...columns.values()].every(({ length }) => length <= columnHeight)) return new Map(places)

  const wrapped = new Map<number, Place>()
  let x = 0

  for (const [, column] of [...columns].sort(([a], [b]) => a - b)) {
    const sorted = column.sort(([, a], [, b]) => a.y - b.y)
    const rows = Math.min(columnHeight, sorted.length)

    for (const [index, [id]] of sorted.entries()) {
      if (index > 0 && index % rows === 0) x += size.width + 30
      wrapped.set(id, { x, y: ((index % rows) - rows / 2) * (size.height + 16) })
    }
    x += size.width + 140
  }

  return wrapped
}

import { z } from 'zod'
import { entityById } from '../../api/entities/entity-reads.ts'
import type { QueryCall } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { names, text } from '../../http/declaration/parameters.ts'
import { ErrorBody, reply, type Route } from '../../http/declaration/declare-route.ts'
import { get } from '../control-route.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import { foldCase } from '../../../data/model/shared/letter-case.ts'
import { titleOf } from '../../../data/model/entities/title.ts'
import type { Data } from '../../../data/model/data-tables.ts'

/** Maximum number of entities in a graph; more would be unreadable. */
const maxNodes = 150

const GraphNode = z.object({
  id: z.int(),
  identifier: z.string(),
  definition: z.string(),
  title: z.string(),
  depth: z.int().describe('Steps from the root.'),
  hidden: z.int().describe('Related entities that the graph does not show.'),
})
type GraphNode = z.infer<typeof GraphNode>

const GraphEdge = z.object({ relation: z.string(), parent: z.int(), child: z.int() })
type GraphEdge = z.infer<typeof GraphEdge>

const GraphResource = z.object({
  root: z.int(),
  depth: z.int(),
  nodes: z.array(GraphNode),
  edges: z.array(GraphEdge),
  relations: z.array(z.string()).describe('The relations to the neighbours.'),
  is_truncated: z.boolean().describe('Whether neighbours were omitted, because there are too many.'),
})

const oneToThree = 'Expected a whole number from 1 to 3.'

const parameters = {
  root: text('Id of the entity.'),
  depth: z.int(oneToThree).min(1, oneToThree).max(3, oneToThree).describe('Steps from the entity.'),
  relations: names('Relations to follow; if omitted, all.'),
}

/** The neighbourhood of an entity. */
export const graph: Route[] = [
  get('/__sandbox/graph', readGraph, {
    description: 'Returns the entities around an entity, and their relations.',
    query: parameters,
    replies: {
      200: reply('The entities and their relations.', GraphResource),
      404: reply('There is no such root.', ErrorBody),
    },
  }),
]

function readGraph(call: QueryCall<typeof parameters>): Reply {
  const { root: id, depth = 1, relations } = call.query

  if (!id) throw new InvalidRequest({ root: 'Expected the id of an entity.' })

  const root = entityById(call.data, id)
  const names = relations && new Set(relations.map(foldCase))
  const follows = (relation: string) => !names || names.has(foldCase(relation))
  const found = walk(call.data, root, depth, follows)

  return json({
    root: root.id,
    depth,
    nodes: Array.from(found.values(), ({ entity, depth }) => node(call.data, entity, depth, found)),
    edges: edgesWithin(found, follows),
    relations: [
      ...new Set(Array.from(found.values()).flatMap(({ entity }) => Object.keys(entity.relations))),
    ],
    is_truncated: Array.from(found.values()).some(
      ({ entity, depth: steps }) => steps < depth && neighbours(entity, follows).some((id) => !found.has(id)),
    ),
  })
}

interface FoundEntity {
  readonly entity: Entity
  readonly depth: number
}

/** Whether the graph includes a relation. */
type Follows = (relation: string) => boolean

/** Searches breadth-first, so that the most distant entities are omitted. */
function walk(data: Data, root: Entity, depth: number, follows: Follows): Map<number, FoundEntity> {
  const found = new Map<number, FoundEntity>([[root.id, { entity: root, depth: 0 }]])

  for (const { entity, depth: steps } of found.values()) {
    if (steps === depth) break

    for (const id of neighbours(entity, follows)) {
      const neighbour = data.entities.get(id)

      if (found.size >= maxNodes) return found
      if (neighbour && !found.has(id)) found.set(id, { entity: neighbour, depth: steps + 1 })
    }
  }

  return found
}

function neighbours(entity: Entity, follows: Follows = () => true): number[] {
  return Object.entries(entity.relations)
    .filter(([name]) => follows(name))
    .flatMap(([, { parents = [], children = [] }]) => [...parents, ...children])
}

/** Relations are stored at both ends; read from the parents' end, each occurs once. */
function edgesWithin(found: ReadonlyMap<number, FoundEntity>, follows: Follows): GraphEdge[] {
  return Array.from(found.values()).flatMap(({ entity }) =>
    Object.entries(entity.relations)
      .filter(([name]) => follows(name))
      .flatMap(([relation, { children = [] }]) =>
        children.filter((child) => found.has(child)).map((child) => ({ relation, parent: entity.id, child })),
      ),
  )
}

function node(data: Data, entity: Entity, depth: number, found: ReadonlyMap<number, FoundEntity>): GraphNode {
  return {
    id: entity.id,
    identifier: entity.identifier,
    definition: entity.definition,
    title: titleOf(data, entity),
    depth,
    hidden: new Set(neighbours(entity).filter((id) => !found.has(id))).size,
  }
}

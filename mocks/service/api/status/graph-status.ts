import { z } from 'zod'
import { buildGraph } from '../../../data/model/statistics/entity-statistics.ts'
import { effectsOf } from '../../../data/model/health/component.ts'
import { Timestamp } from '../../../data/model/shared/json.ts'
import type { QueryCall, Call } from '../../http/call.ts'
import { oneOf } from '../../http/parameters.ts'
import {
  healthOf,
  healthMembersOf,
  queueOf,
  responseTimes,
  toSeconds,
  healthMembers,
  responseTimeMembers,
  statusResource,
} from './status-resource.ts'

/** Typical response time, in milliseconds. */
const typicalTime = 8

/** The parameter without a value means true. */
const forceRefresh = oneOf(['true', 'false', ''], 'Whether to rebuild the graph.')

export const graphStatus = statusResource('graph', {
  rule: '4.4.8',
  description: 'Status and statistics of the graph service, the bridge between storage and search.',
  indexEntry: { member: 'graph', title: 'Status of the graph service' },
  query: { forceRefresh },
  members: {
    ...healthMembers,
    is_available: z.boolean(),
    nodes: z.int(),
    updates_pending: z.int(),
    lag_seconds: z.number(),
    error_rate: z.number(),
    ...responseTimeMembers,
    snapshot: z
      .object({ built_on: Timestamp, age_seconds: z.number(), nodes: z.int(), edges: z.int() })
      .nullable()
      .describe('The last built version of the graph; null before the first.'),
    workers_available: z.int(),
  },
  read: readGraph,
})

function readGraph(call: QueryCall<{ forceRefresh: typeof forceRefresh }>) {
  const { sandbox, query } = call
  const isForced = query.forceRefresh !== undefined && query.forceRefresh !== 'false'
  const health = healthOf(sandbox, 'graph')
  const queue = queueOf(sandbox, 'graph_updates')
  const { isAvailable, errorRate } = effectsOf[health.label]
  const available = health.downstream.filter(({ label }) => effectsOf[label].isAvailable)

  if (isAvailable && (isForced || !sandbox.graphSnapshot)) {
    sandbox.graphSnapshot = buildGraph(call.data, sandbox.clock.now())
  }

  return {
    ...healthMembersOf(health),
    is_available: isAvailable,
    nodes: call.data.entities.size,
    updates_pending: queue.ready,
    lag_seconds: toSeconds(queue.oldestAge),
    error_rate: errorRate,
    ...responseTimes(sandbox, health, typicalTime),
    snapshot: snapshotResource(call),
    workers_available: available.length,
  }
}

function snapshotResource({ sandbox }: Call) {
  const snapshot = sandbox.graphSnapshot

  if (!snapshot) return null

  return {
    built_on: new Date(snapshot.builtOn).toISOString(),
    age_seconds: toSeconds(sandbox.clock.now() - snapshot.builtOn),
    nodes: snapshot.nodes,
    edges: snapshot.edges,
  }
}

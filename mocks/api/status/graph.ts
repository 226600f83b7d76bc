import { InvalidRequest } from '../../model/shared/errors.ts'
import type { ServiceHealth } from '../../model/health/health.ts'
import { buildGraph } from '../../model/statistics/graph-snapshot.ts'
import { performanceOf } from '../../model/statistics/performance.ts'
import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { get, type Route } from '../../http/routing/route.ts'
import { healthOf, labelsOf, queueOf, responseTimes, rounded, seconds, statusReply } from './status-reply.ts'

/** Usual response time, in milliseconds. */
const usualTime = 8

/** Status and statistics of the graph service, the bridge between storage and search (interface 4.4.8). */
export const graph: Route[] = [get('/api/status/graph', readGraph, { access: 'administer' })]

function readGraph(call: Call): Reply {
  const { sandbox } = call
  const health = healthOf(sandbox, 'graph')
  const queue = queueOf(sandbox, 'graph_updates')
  const { isAvailable, errorRate } = performanceOf[health.label]
  const available = health.downstream.filter(({ label }) => performanceOf[label].isAvailable)

  if (isAvailable && (isForced(call) || !sandbox.graphSnapshot)) {
    sandbox.graphSnapshot = buildGraph(call.data, sandbox.clock.now())
  }

  return statusReply(call, 'graph', {
    ...labelsOf(health),
    is_available: isAvailable,
    nodes: call.data.entities.size,
    updates_pending: queue.ready,
    lag_seconds: seconds(queue.oldestAge),
    error_rate: errorRate,
    ...responseTimes(sandbox, health, usualTime),
    snapshot: snapshotResource(call),
    workers_available: available.length,
    workers: health.downstream.map((worker) => workerResource(call, worker, queue.rate / available.length)),
  })
}

/** The graph as it was last built; `forceRefresh` builds it anew, unless the graph service is down. */
function snapshotResource({ sandbox }: Call) {
  const snapshot = sandbox.graphSnapshot

  if (!snapshot) return null

  return {
    built_on: new Date(snapshot.builtOn).toISOString(),
    age_seconds: seconds(sandbox.clock.now() - snapshot.builtOn),
    nodes: snapshot.nodes,
    edges: snapshot.edges,
  }
}

function workerResource({ sandbox }: Call, worker: ServiceHealth, share: number) {
  const { isAvailable } = performanceOf[worker.label]

  return {
    name: worker.name,
    ...labelsOf(worker),
    is_available: isAvailable,
    rate_per_second: isAvailable ? rounded(share) : 0,
    response_time_ms: responseTimes(sandbox, worker, usualTime).response_time_ms,
    since: worker.since,
  }
}

function isForced(call: Call): boolean {
  const value = call.query.get('forceRefresh')

  if (value === null || value.toLowerCase() === 'false') return false
  if (value === '' || value.toLowerCase() === 'true') return true

  throw new InvalidRequest({ forceRefresh: `Expected "true" or "false", not "${value.slice(0, 100)}".` })
}

import { entityStatistics } from '../../model/statistics/entity-statistics.ts'
import { performanceOf } from '../../model/statistics/performance.ts'
import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { get, type Route } from '../../http/routing/route.ts'
import { healthOf, labelsOf, queueOf, responseTimes, seconds, statusReply } from './status-reply.ts'

/** Bytes of index per byte of entity. */
const indexShare = 0.35

/** Usual response time, in milliseconds. */
const usualTime = 12

/** Status and statistics of the search services (interface 4.4.7). */
export const search: Route[] = [get('/api/status/search', readSearch, { access: 'administer' })]

function readSearch(call: Call): Reply {
  const { sandbox, links } = call
  const health = healthOf(sandbox, 'search')
  const queue = queueOf(sandbox, 'search_indexing')
  const statistics = entityStatistics(call.data)
  const { isAvailable, errorRate } = performanceOf[health.label]

  return statusReply(call, 'search', {
    ...labelsOf(health),
    implementation: 'in-memory index',
    is_available: isAvailable,
    documents: call.data.entities.size,
    documents_indexed: call.data.entities.size - queue.ready,
    documents_pending: queue.ready,
    lag_seconds: seconds(queue.oldestAge),
    size_in_bytes: Math.round(statistics.bytes * indexShare),
    error_rate: errorRate,
    ...responseTimes(sandbox, health, usualTime),
    indexes: statistics.byDefinition.map(({ definition, entities, lastModifiedOn }) => ({
      name: definition,
      documents: entities,
      last_modified_on: lastModifiedOn,
      entitydefinition: links.definition(definition),
    })),
  })
}

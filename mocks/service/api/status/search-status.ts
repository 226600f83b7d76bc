import { z } from 'zod'
import { entityStatistics } from '../../../data/model/statistics/entity-statistics.ts'
import { effectsOf } from '../../../data/model/health/component.ts'
import type { Call } from '../../http/call.ts'
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

/** Size of the index per byte of entities. */
const indexRatio = 0.35

/** Typical response time, in milliseconds. */
const typicalTime = 12

/** Status of the search services (interface 4.4.7). */
export const searchStatus = statusResource('search', {
  rule: '4.4.7',
  description: 'Status and statistics of the search services.',
  indexEntry: { member: 'search', title: 'Status of the search services' },
  members: {
    ...healthMembers,
    implementation: z.string(),
    is_available: z.boolean(),
    documents: z.int(),
    documents_indexed: z.int(),
    documents_pending: z.int(),
    lag_seconds: z.number(),
    size_in_bytes: z.number(),
    error_rate: z.number(),
    ...responseTimeMembers,
  },
  read: readSearch,
})

function readSearch(call: Call) {
  const { sandbox } = call
  const health = healthOf(sandbox, 'search')
  const queue = queueOf(sandbox, 'search_indexing')
  const { isAvailable, errorRate } = effectsOf[health.label]

  return {
    ...healthMembersOf(health),
    implementation: 'in-memory index',
    is_available: isAvailable,
    documents: call.data.entities.size,
    documents_indexed: call.data.entities.size - queue.ready,
    documents_pending: queue.ready,
    lag_seconds: toSeconds(queue.oldestAge),
    size_in_bytes: Math.round(entityStatistics(call.data).bytes * indexRatio),
    error_rate: errorRate,
    ...responseTimes(sandbox, health, typicalTime),
  }
}

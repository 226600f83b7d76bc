import { z } from 'zod'
import { countWithin, entityStatistics } from '../../../data/model/statistics/entity-statistics.ts'
import { effectsOf } from '../../../data/model/health/labels.ts'
import type { Call } from '../../http/call.ts'
import { healthOf, healthMembersOf, responseTimes } from './status-reply.ts'
import { healthMembers, responseTimeMembers, statusResource } from './status-resource.ts'
import { dayLength } from '../../../data/model/shared/dates.ts'

/** Typical response time, in milliseconds. */
const typicalTime = 4

/** Status of the core application storage (interface 4.4.6). */
export const dataStorage = statusResource('datastorage', {
  rule: '4.4.6',
  description: 'Status and statistics of the core application storage, without media.',
  indexEntry: { member: 'data_storage', title: 'Status of the core application storage' },
  members: {
    ...healthMembers,
    storage_type: z.string(),
    is_available: z.boolean(),
    error_rate: z.number(),
    ...responseTimeMembers,
    entities: z.int(),
    entitydefinitions: z.int(),
    relations: z.int(),
    size_in_bytes: z.number(),
    entities_created_in_last_day: z.int(),
    entities_modified_in_last_day: z.int(),
    tables: z.array(z.object({ name: z.string(), records: z.int() })),
  },
  read: readDataStorage,
})

function readDataStorage(call: Call) {
  const { sandbox, data } = call
  const health = healthOf(sandbox, 'data_storage')
  const { bytes, links, modified, created } = entityStatistics(data)
  const now = sandbox.clock.now()
  const { isAvailable, errorRate } = effectsOf[health.label]

  return {
    ...healthMembersOf(health),
    storage_type: 'in-memory',
    is_available: isAvailable,
    error_rate: errorRate,
    ...responseTimes(sandbox, health, typicalTime),
    entities: data.entities.size,
    entitydefinitions: data.definitions.size,
    relations: links,
    size_in_bytes: bytes,
    entities_created_in_last_day: countWithin(created, now - dayLength, now),
    entities_modified_in_last_day: countWithin(modified, now - dayLength, now),
    tables: Object.entries(sandbox.data).map(([name, { size }]) => ({ name, records: size })),
  }
}

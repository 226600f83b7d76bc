import { countWithin, entityStatistics } from '../../model/statistics/entity-statistics.ts'
import { performanceOf } from '../../model/statistics/performance.ts'
import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { get, type Route } from '../../http/routing/route.ts'
import { healthOf, labelsOf, responseTimes, statusReply } from './status-reply.ts'

/** Usual response time, in milliseconds. */
const usualTime = 4

const day = 86_400_000

/** Status and statistics of the core application storage, without that of media (interface 4.4.6). */
export const dataStorage: Route[] = [
  get('/api/status/datastorage', readDataStorage, { access: 'administer' }),
]

function readDataStorage(call: Call): Reply {
  const { sandbox, data } = call
  const health = healthOf(sandbox, 'data_storage')
  const { bytes, links, modified, created } = entityStatistics(data)
  const now = sandbox.clock.now()
  const { isAvailable, errorRate } = performanceOf[health.label]

  return statusReply(call, 'datastorage', {
    ...labelsOf(health),
    storage_type: 'in-memory',
    is_available: isAvailable,
    error_rate: errorRate,
    ...responseTimes(sandbox, health, usualTime),
    entities: data.entities.size,
    entitydefinitions: data.definitions.size,
    relations: links,
    size_in_bytes: bytes,
    entities_created_in_last_day: countWithin(created, now - day, now),
    entities_modified_in_last_day: countWithin(modified, now - day, now),
    tables: Object.entries(sandbox.data).map(([name, { size }]) => ({ name, records: size })),
  })
}

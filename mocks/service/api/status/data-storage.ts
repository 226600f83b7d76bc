import { z } from 'zod'
import { countWithin, entityStatistics } from '../../../data/model/statistics/entity-statistics.ts'
import { effectsOf } from '../../../data/model/health/component.ts'
import type { Call } from '../../http/call.ts'
import {
  healthOf,
  healthMembersOf,
  responseTimes,
  queueOf,
  healthMembers,
  responseTimeMembers,
  statusResource,
} from './status-resource.ts'
import { dayLength } from '../../../data/model/shared/dates.ts'
import { Link } from '../../../data/model/shared/json.ts'

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

/** The resources that replace this one (interface 9.1). */
const successors = ['datastorage', 'search', 'graph', 'servicestatus']

/** An obsolete resource that is still available (interface 4.4.5). */
export const system = statusResource('system', {
  rule: '4.4.5',
  description: 'Statistics of storage and search (obsolete).',
  indexEntry: { member: 'system' },
  members: {
    is_obsolete: z.literal(true),
    obsolete_since: z.string(),
    successor: z.array(Link),
    storage: z.object({ ...healthMembers, entities: z.int(), size_in_bytes: z.number() }),
    search: z.object({ ...healthMembers, documents: z.int(), documents_pending: z.int() }),
  },
  headers: {
    Deprecation: '`true`: the resource is obsolete.',
    Link: 'The resources that replace it (`successor-version`).',
  },
  read: readSystem,
  headersOf: (call) => ({
    // RFC 9745 requires a date, which is unknown; `true` is the form of its drafts.
    Deprecation: 'true',
    Link: successorsOf(call)
      .map(({ href }) => `<${href}>; rel="successor-version"`)
      .join(', '),
  }),
})

function readSystem(call: Call) {
  const { sandbox, data } = call

  return {
    is_obsolete: true as const,
    obsolete_since: '2.9.0',
    successor: successorsOf(call),
    storage: {
      ...healthMembersOf(healthOf(sandbox, 'data_storage')),
      entities: data.entities.size,
      size_in_bytes: entityStatistics(data).bytes,
    },
    search: {
      ...healthMembersOf(healthOf(sandbox, 'search')),
      documents: data.entities.size,
      documents_pending: queueOf(sandbox, 'search_indexing').ready,
    },
  }
}

function successorsOf({ links }: Call): Link[] {
  return successors.map((name) => links.to(`/api/status/${name}`))
}

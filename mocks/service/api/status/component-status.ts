import { z } from 'zod'
import {
  countWithin,
  entityStatistics,
  buildGraph,
} from '../../../data/model/statistics/entity-statistics.ts'
import { effectsOf } from '../../../data/model/health/component.ts'
import type { Call } from '../../http/call.ts'
import {
  healthOf,
  healthMembersOf,
  availabilityOf,
  queueOf,
  healthMembers,
  availabilityMembers,
  statusResource,
  toSeconds,
  sampleInterval,
  sampleTimes,
} from './status-resource.ts'
import { Link, Timestamp } from '../../../data/model/shared/json.ts'
import { dayLength } from '../../../data/model/shared/dates.ts'
import { oneOf } from '../../http/declare-request.ts'
import { readHealth } from '../../../data/model/health/component-health.ts'
import { queueNames, queueReport, type QueueReport } from '../../../data/model/statistics/queues.ts'

/** Typical response time, in milliseconds. */
const typicalTime = 4

/** Status of the core application storage (interface 4.4.6). */
export const dataStorage = statusResource('datastorage', {
  rule: '4.4.6',
  description: 'Status and statistics of the core application storage, without media.',
  indexEntry: { member: 'data_storage', title: 'Status of the core application storage' },
  members: {
    ...availabilityMembers,
    storage_type: z.string(),
    entities: z.int(),
    entitydefinitions: z.int(),
    relations: z.int(),
    size_in_bytes: z.number(),
    entities_created_in_last_day: z.int(),
    entities_modified_in_last_day: z.int(),
    tables: z.array(z.object({ name: z.string(), records: z.int() })),
  },
  read(call) {
    const { sandbox, data } = call
    const { bytes, links, modified, created } = entityStatistics(data)
    const now = sandbox.clock.now()

    return {
      ...availabilityOf(sandbox, healthOf(sandbox, 'data_storage'), typicalTime),
      storage_type: 'in-memory',
      entities: data.entities.size,
      entitydefinitions: data.definitions.size,
      relations: links,
      size_in_bytes: bytes,
      entities_created_in_last_day: countWithin(created, now - dayLength, now),
      entities_modified_in_last_day: countWithin(modified, now - dayLength, now),
      tables: Object.entries(sandbox.data).map(([name, { size }]) => ({ name, records: size })),
    }
  },
})

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
  read(call) {
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
  },
  headersOf: (call) => ({
    // RFC 9745 requires a date, which is unknown; `true` is the form of its drafts.
    Deprecation: 'true',
    Link: successorsOf(call)
      .map(({ href }) => `<${href}>; rel="successor-version"`)
      .join(', '),
  }),
})

function successorsOf({ links }: Call): Link[] {
  return successors.map((name) => links.to(`/api/status/${name}`))
}

/** Size of the index per byte of entities. */
const indexRatio = 0.35

/** Typical response time, in milliseconds. */
const typicalSearchTime = 12

/** Status of the search services (interface 4.4.7). */
export const searchStatus = statusResource('search', {
  rule: '4.4.7',
  description: 'Status and statistics of the search services.',
  indexEntry: { member: 'search', title: 'Status of the search services' },
  members: {
    ...availabilityMembers,
    implementation: z.string(),
    documents: z.int(),
    documents_indexed: z.int(),
    documents_pending: z.int(),
    lag_seconds: z.number(),
    size_in_bytes: z.number(),
  },
  read(call) {
    const { sandbox } = call
    const queue = queueOf(sandbox, 'search_indexing')

    return {
      ...availabilityOf(sandbox, healthOf(sandbox, 'search'), typicalSearchTime),
      implementation: 'in-memory index',
      documents: call.data.entities.size,
      documents_indexed: call.data.entities.size - queue.ready,
      documents_pending: queue.ready,
      lag_seconds: toSeconds(queue.oldestAge),
      size_in_bytes: Math.round(entityStatistics(call.data).bytes * indexRatio),
    }
  },
})

/** Typical response time, in milliseconds. */
const typicalGraphTime = 8

/** The parameter without a value means true. */
const forceRefresh = oneOf(['true', 'false', ''], 'Whether to rebuild the graph.')

export const graphStatus = statusResource('graph', {
  rule: '4.4.8',
  description: 'Status and statistics of the graph service, the bridge between storage and search.',
  indexEntry: { member: 'graph', title: 'Status of the graph service' },
  query: { forceRefresh },
  members: {
    ...availabilityMembers,
    nodes: z.int(),
    updates_pending: z.int(),
    lag_seconds: z.number(),
    snapshot: z
      .object({ built_on: Timestamp, age_seconds: z.number(), nodes: z.int(), edges: z.int() })
      .nullable()
      .describe('The last built version of the graph; null before the first.'),
    workers_available: z.int(),
  },
  read(call) {
    const { sandbox, query } = call
    const isForced = query.forceRefresh !== undefined && query.forceRefresh !== 'false'
    const health = healthOf(sandbox, 'graph')
    const queue = queueOf(sandbox, 'graph_updates')
    const available = health.downstream.filter(({ label }) => effectsOf[label].isAvailable)

    if (effectsOf[health.label].isAvailable && (isForced || !sandbox.graphSnapshot)) {
      sandbox.graphSnapshot = buildGraph(call.data, sandbox.clock.now())
    }

    const snapshot = sandbox.graphSnapshot

    return {
      ...availabilityOf(sandbox, health, typicalGraphTime),
      nodes: call.data.entities.size,
      updates_pending: queue.ready,
      lag_seconds: toSeconds(queue.oldestAge),
      snapshot: snapshot
        ? {
            built_on: new Date(snapshot.builtOn).toISOString(),
            age_seconds: toSeconds(sandbox.clock.now() - snapshot.builtOn),
            nodes: snapshot.nodes,
            edges: snapshot.edges,
          }
        : null,
      workers_available: available.length,
    }
  },
})

export const queues = statusResource('queues', {
  rule: '4.4.2',
  description: 'Statistics of the message queues.',
  indexEntry: { member: 'queues' },
  members: {
    total_messages_ready: z.int(),
    queues: z.array(
      z.object({
        name: z.string(),
        consumer: z.string().describe('Path of the component that consumes its messages.'),
        ...healthMembers,
        is_running: z.boolean(),
        messages_ready: z.int(),
        oldest_message_age_seconds: z.number(),
        rate_per_second: z.number(),
        received_in_last_minute: z.int(),
        processed_in_last_minute: z.int(),
        drained_in_seconds: z.number().nullable().describe('Null when it never drains at this rate.'),
        received: z.array(z.object({ from: Timestamp, messages: z.int() })),
      }),
    ),
  },
  read(call) {
    const { data, clock } = call.sandbox
    const now = clock.now()
    const health = readHealth(data, now)
    const reports = queueNames.map((name) => queueReport(name, { data, health, now }))

    return {
      total_messages_ready: reports.reduce((sum, { ready }) => sum + ready, 0),
      queues: reports.map((report) => queueResource(report, now)),
    }
  },
})

function queueResource({ name, consumer, rate, arrivals, ...report }: QueueReport, now: number) {
  return {
    name,
    consumer: consumer.path === '' ? 'service' : consumer.path,
    ...healthMembersOf(consumer),
    is_running: rate > 0,
    messages_ready: report.ready,
    oldest_message_age_seconds: toSeconds(report.oldestAge),
    rate_per_second: rate,
    received_in_last_minute: report.receivedInLastMinute,
    processed_in_last_minute: report.processedInLastMinute,
    drained_in_seconds: report.drainsIn === null ? null : toSeconds(report.drainsIn),
    received: sampleTimes(now).map((from) => ({
      from: new Date(from).toISOString(),
      messages: countWithin(arrivals, from - 1, Math.min(now, from + sampleInterval - 1)),
    })),
  }
}

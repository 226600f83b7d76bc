import { z } from 'zod'
import { entityStatistics } from '../../../data/model/statistics/entity-statistics.ts'
import { Link } from '../../../data/model/shared/json.ts'
import type { Call } from '../../http/call.ts'
import { healthOf, healthMembersOf, queueOf } from './status-reply.ts'
import { healthMembers, statusResource } from './status-resource.ts'

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

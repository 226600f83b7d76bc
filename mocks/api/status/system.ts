import { entityStatistics } from '../../model/statistics/entity-statistics.ts'
import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { get, type Route } from '../../http/routing/route.ts'
import { healthOf, labelsOf, queueOf, statusReply } from './status-reply.ts'

/** What took the place of this resource (interface 9.1). */
const successors = ['datastorage', 'search', 'graph', 'servicestatus']

/** Obsolete since 2.9.0 of the product, and still there (interface 4.4.5). */
export const system: Route[] = [get('/api/status/system', readSystem, { access: 'administer' })]

function readSystem(call: Call): Reply {
  const { sandbox, data } = call
  const successor = successors.map((name) => call.links.to(`/api/status/${name}`))

  return statusReply(
    call,
    'system',
    {
      is_obsolete: true,
      obsolete_since: '2.9.0',
      successor,
      storage: {
        ...labelsOf(healthOf(sandbox, 'data_storage')),
        entities: data.entities.size,
        size_in_bytes: entityStatistics(data).bytes,
      },
      search: {
        ...labelsOf(healthOf(sandbox, 'search')),
        documents: data.entities.size,
        documents_pending: queueOf(sandbox, 'search_indexing').ready,
      },
    },
    {
      // Nobody knows the date that a date form of this header would name.
      Deprecation: 'true',
      Link: successor.map(({ href }) => `<${href}>; rel="successor-version"`).join(', '),
    },
  )
}

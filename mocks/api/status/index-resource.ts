import { readHealth } from '../../model/health/health.ts'
import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { get, type Route } from '../../http/routing/route.ts'
import { labelledReply } from './status-reply.ts'

/** The name of the serving machine: the same behind every door, since the answers are. */
export const hostname = 'entity-sandbox'

/** The status index, which needs no authorization (interface 2.5.1, 2.5.2, 4.4.1 and 5.1). */
export const statusIndex: Route[] = [get('/api/status', readIndex, { access: 'open' })]

function readIndex(call: Call): Reply {
  const { sandbox, links } = call
  const { aggregated } = readHealth(sandbox.data, sandbox.clock.now())

  return labelledReply(call, {
    hostname,
    aggregated_service_status_label: aggregated,
    queues: links.to('/api/status/queues', 'Statistics of the message queues'),
    jobs: links.to('/api/status/jobs', 'Statistics of the jobs of the last 30 days'),
    users: links.to('/api/status/users', 'Status of the user base'),
    licenses: links.to('/api/status/licenses', 'State of the license'),
    system: links.to('/api/status/system', 'Obsolete: statistics of storage and search'),
    data_storage: links.to('/api/status/datastorage', 'Status of the core application storage'),
    search: links.to('/api/status/search', 'Status of the search services'),
    graph: links.template('/api/status/graph{?forceRefresh}', 'Status of the graph service'),
    service_status: links.to('/api/status/servicestatus', 'Health of the service and all below it'),
    kpis: links.to('/api/status/kpis', 'Key performance indicators'),
  })
}

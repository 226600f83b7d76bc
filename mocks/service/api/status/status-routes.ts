import { z } from 'zod'
import { readHealth } from '../../../data/model/health/health.ts'
import { Link } from '../../../data/model/shared/json.ts'
import type { Call } from '../../http/call.ts'
import { reply, get, type Route, decision, documented } from '../../http/declaration/declare-route.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { labelledReply } from './labelled-reply.ts'
import { ColourCode, linkTemplate, type StatusResource } from './status-resource.ts'
import { dataStorage, system } from './data-storage.ts'
import { graphStatus } from './graph-status.ts'
import { jobs } from './jobs.ts'
import { kpis } from './kpis.ts'
import { licenses } from './licenses.ts'
import { queues } from './queue-status.ts'
import { searchStatus } from './search-status.ts'
import { serviceStatus, versions } from './overall-status.ts'
import { users } from './user-status.ts'

/**
 * The status index, which needs no authorization (interface 2.5.1, 2.5.2, 4.4.1 and 5.1).
 *
 * @param resources the resources that it links to, in this order
 */
export function statusIndex(resources: readonly StatusResource[]): Route {
  const entries = resources.flatMap(({ route, indexEntry }) =>
    indexEntry ? [{ ...indexEntry, path: linkTemplate(route) }] : [],
  )
  const schema = z
    .object({
      hostname: z.string(),
      aggregated_service_status_label: ColourCode,
      ...Object.fromEntries(entries.map(({ member }) => [member, Link])),
    })
    .meta({ id: 'StatusIndex' })

  function readIndex(call: Call): Reply {
    const { sandbox, links } = call
    const { aggregated } = readHealth(sandbox.data, sandbox.clock.now())
    const members = entries.map(({ member, path, title }) => [
      member,
      path.includes('{') ? links.template(path, title) : links.to(path, title),
    ])

    return labelledReply(call, {
      hostname: sandbox.settings.hostname,
      aggregated_service_status_label: aggregated,
      ...Object.fromEntries(members),
    })
  }

  return get('/api/status', readIndex, {
    description: 'Returns the colour of the whole service, and links to the other status resources.',
    source: documented('2.5.1 and 4.4.1'),
    decisions: [
      decision(
        'The statistics resources have schemas of our own; their values agree with the health of their component.',
        '2.6.4 and 4.4.13',
      ),
      decision(
        'The hostname is the value of the option hostname (default entity-sandbox), so that responses do not depend on the machine.',
      ),
    ],
    access: 'open',
    replies: { 200: reply('The status index.', schema) },
  })
}

/** The status sub-resources, in the order of the index. */
const resources: readonly StatusResource[] = [
  queues,
  versions,
  jobs,
  users,
  licenses,
  system,
  dataStorage,
  searchStatus,
  graphStatus,
  serviceStatus,
  kpis,
]

/**
 * The status resources (interface 4.4): GET only (interface 1.5 and 1.9), and except for the index only for
 * administrators (interface 5.2).
 */
export const status: readonly Route[] = [statusIndex(resources), ...resources.map(({ route }) => route)]

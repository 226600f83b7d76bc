import { z } from 'zod'
import { readHealth, type ComponentHealth } from '../../../data/model/health/component-health.ts'
import { Link } from '../../../data/model/shared/json.ts'
import type { Call } from '../../http/call.ts'
import { reply, get, decision, documented, type Route } from '../../http/declare-route.ts'
import type { Reply } from '../../http/replies/reply.ts'
import {
  labelledReply,
  ColourCode,
  linkTemplate,
  statusResource,
  type StatusResource,
} from './status-resource.ts'
import { dataStorage, system, searchStatus, graphStatus, queues } from './component-status.ts'
import { jobs } from './jobs.ts'
import { kpis } from './kpis.ts'
import { licenses } from './licenses.ts'
import { users } from './user-status.ts'
import { packageVersions } from '../../../data/model/shared/version.ts'

/** Overview of assemblies and their versions (interface 4.4.3). */
const versions = statusResource('version', {
  rule: '4.4.3',
  description: 'Overview of assemblies and their versions.',
  members: {
    product_version: z.string(),
    assemblies: z.array(z.object({ name: z.string(), version: z.string() })),
  },
  read: () => ({ product_version: packageVersions[0].version, assemblies: [...packageVersions] }),
})

/** Service status object (interface 2.6.1). */
export const ServiceStatus = z.object({
  service_status_label: ColourCode,
  service_status_message: z.string(),
  aggregated_service_status_label: ColourCode,
  /** By name; null if there are none. */
  get downstream_services() {
    return z.nullable(z.record(z.string(), ServiceStatus))
  },
})
z.globalRegistry.add(ServiceStatus, { id: 'ServiceStatus' })
export type ServiceStatus = z.infer<typeof ServiceStatus>

/** The health of all components as a tree, which leads to the cause of a problem (interface 4.4.9 and 7.2). */
const serviceStatus: StatusResource = {
  indexEntry: { member: 'service_status', title: 'Health of the service and all below it' },
  route: get('/api/status/servicestatus', readServiceStatus, {
    description: 'Health of the service and of everything below it.',
    source: documented('2.6.1 and 4.4.9'),
    decisions: [
      decision(
        'The aggregated label is the worst of a service and everything below it. Yellow recovers after 30 seconds, unless it is held; Orange and Red stay.',
        '3.3',
      ),
      decision(
        'Responses contain the labels Green, Yellow, Orange and Red, in upper or lower case after PUT /__sandbox/label-case; requests may use any letter case.',
      ),
    ],
    access: 'administer',
    replies: { 200: reply('The health.', ServiceStatus.extend({ self: Link })) },
  }),
}

function readServiceStatus(call: Call): Reply {
  const { sandbox, links } = call

  return labelledReply(call, {
    ...serviceStatusOf(readHealth(sandbox.data, sandbox.clock.now())),
    self: links.to('/api/status/servicestatus'),
  })
}

function serviceStatusOf(health: ComponentHealth): ServiceStatus {
  return {
    service_status_label: health.label,
    service_status_message: health.message,
    aggregated_service_status_label: health.aggregated,
    downstream_services:
      health.downstream.length === 0
        ? null
        : Object.fromEntries(health.downstream.map((each) => [each.name, serviceStatusOf(each)])),
  }
}

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

import { z } from 'zod'
import { packageVersions } from '../../../data/model/shared/version.ts'
import { statusResource, ColourCode, type StatusResource } from './status-resource.ts'
import { readHealth, type ComponentHealth } from '../../../data/model/health/health.ts'
import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { reply, get, decision, documented } from '../../http/declaration/declare-route.ts'
import { Link } from '../../../data/model/shared/json.ts'
import { labelledReply } from './labelled-reply.ts'

/** Overview of assemblies and their versions (interface 4.4.3). */
export const versions = statusResource('version', {
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
export const serviceStatus: StatusResource = {
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

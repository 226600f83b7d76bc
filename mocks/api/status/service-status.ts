import type { HealthLabel } from '../../model/health/component.ts'
import { readHealth, type ServiceHealth } from '../../model/health/health.ts'
import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { get, type Route } from '../../http/routing/route.ts'
import { labelledReply } from './status-reply.ts'

/** Service status object (interface 2.6.1). */
export interface ServiceStatus {
  readonly service_status_label: HealthLabel
  readonly service_status_message: string
  readonly aggregated_service_status_label: HealthLabel
  /** By name; null when there are none. */
  readonly downstream_services: Readonly<Record<string, ServiceStatus>> | null
}

/** The hierarchical health listing, which leads to the source of a problem (interface 4.4.9 and 7.2). */
export const serviceStatus: Route[] = [
  get('/api/status/servicestatus', readServiceStatus, { access: 'administer' }),
]

function readServiceStatus(call: Call): Reply {
  const { sandbox, links } = call

  return labelledReply(call, {
    ...serviceStatusOf(readHealth(sandbox.data, sandbox.clock.now())),
    self: links.to('/api/status/servicestatus'),
  })
}

export function serviceStatusOf(health: ServiceHealth): ServiceStatus {
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

import type { HealthLabel } from '../../mocks/data/model/health/component.ts'
import type { ClientResponse, RequestOf } from '../../mocks/client/client.ts'
import type { Component } from '../../mocks/client/operations.ts'
import { client, getQuery } from './service-client.ts'

export type HealthNode = Component
export type HealthChange = RequestOf<'PUT', '/__sandbox/health/{path}'>['body'] & {
  readonly label: HealthLabel
}
export type { HealthLabel }

/** The most frequent failures, each set by one button. */
export const healthPresets: readonly (readonly [name: string, path: string, state: HealthChange])[] = [
  ['One worker down', 'graph/worker-1', { label: 'Red', message: 'The worker has stopped.' }],
  ['Search slow', 'search', { label: 'Yellow', message: 'Queries take longer than two seconds.' }],
  ['Storage down', 'data_storage', { label: 'Red', message: 'No connection to the storage.' }],
]

/** A component that goes down and comes back, by the sandbox’s clock. */
export const flapping = {
  label: 'Red',
  message: 'Flapping.',
  flap: { label: 'Green', every_ms: 10_000 },
} as const satisfies HealthChange

export const healthTreeQuery = getQuery('/__sandbox/health')

/** The polling interval in milliseconds: while a component recovers or flaps, its state changes with time. */
export function healthPollInterval(tree: HealthNode | undefined): number | false {
  return tree !== undefined && changesWithTime(tree) && 1000
}

function changesWithTime({ recovers_on, flap, downstream }: HealthNode): boolean {
  return recovers_on !== null || flap !== null || downstream.some(changesWithTime)
}

/** Sets a component, or without a body resets it to its initial state; an empty path means all of them. */
export function setHealth(path: string, body?: HealthChange): Promise<ClientResponse<unknown>> {
  if (path === '') {
    return body ? client.PUT('/__sandbox/health', { body }) : client.DELETE('/__sandbox/health')
  }

  return body
    ? client.PUT('/__sandbox/health/{path}', { path: { path }, body })
    : client.DELETE('/__sandbox/health/{path}', { path: { path } })
}

/** The path of a component, and those of all below it. */
export function pathsIn({ path, downstream }: HealthNode): string[] {
  return [path, ...downstream.flatMap(pathsIn)]
}

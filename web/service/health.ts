import type { HealthLabel } from '../../mocks/model/health/labels.ts'
import type { ClientResponse, ResponseOf, RequestOf } from '../../mocks/client/client.ts'
import type { Component } from '../../mocks/client/operations.ts'
import { client, operationQuery, listQuery } from './client.ts'

export type HealthNode = Component
export type HealthMoment = ResponseOf<'GET', '/__sandbox/health-history'>['items'][number]
export type HealthChange = RequestOf<'PUT', '/__sandbox/health/{path}'>['body'] & {
  readonly label: HealthLabel
}
export type { HealthLabel }

/** The most frequent failures, each set by one button. */
export const healthPresets: readonly (readonly [name: string, path: string, state: HealthChange])[] = [
  ['One worker down', 'graph/worker-1', { label: 'Red', message: 'The worker has stopped.' }],
  ['Search slow', 'search', { label: 'Yellow', message: 'Queries take longer than two seconds.' }],
  ['Storage fatal', 'data_storage', { label: 'Red', message: 'No connection to the storage.' }],
]

export const healthTreeQuery = operationQuery(['health', 'tree'], (request) =>
  client.GET('/__sandbox/health', request),
)

/** Whether the state of a component will change with time. */
export function isMoving(node: HealthNode | undefined): boolean {
  return (
    node !== undefined && (node.recovers_on !== null || node.flap !== null || node.downstream.some(isMoving))
  )
}

/** The polling interval in the meantime, in milliseconds. */
export const movingInterval = 1000

/** The latest changes of the health since the sandbox was created. */
export const healthHistoryQuery = listQuery(['health', 'history'], (request) =>
  client.GET('/__sandbox/health-history', request),
)

/** The tree with one component set; the service computes what follows for the others. */
export function withState(node: HealthNode, path: string, state: HealthChange): HealthNode {
  if (node.path !== path) {
    return { ...node, downstream: node.downstream.map((each) => withState(each, path, state)) }
  }

  return { ...node, label: state.label, message: state.message ?? node.message, hold: state.hold ?? false }
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

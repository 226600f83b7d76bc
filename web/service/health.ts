import { queryOptions } from '@tanstack/react-query'
import type { ComponentResource } from '../../mocks/control/health.ts'
import { ask, read, send } from './client.ts'

export type HealthNode = ComponentResource

export interface HealthChange {
  readonly label: string
  readonly message?: string
  readonly hold?: boolean
}

export const healthTree = queryOptions({
  queryKey: ['health', 'tree'],
  queryFn: ({ signal }) => read<HealthNode>('/__sandbox/health', signal),
  // Recovery is a matter of time, of which the sandbox sends no event.
  refetchInterval: ({ state }) => (state.data && recovers(state.data) ? 2000 : false),
})

function recovers({ recovers_on, downstream }: HealthNode): boolean {
  return recovers_on !== null || downstream.some(recovers)
}

/** What a client gets, whatever its status. */
export function rawAnswer(path: string, persona: string) {
  return queryOptions({
    queryKey: ['health', 'raw', path, persona],
    queryFn: ({ signal }) => send({ method: 'GET', path, persona, signal }),
  })
}

export function setHealth(path: string, change: HealthChange): Promise<unknown> {
  return ask({ method: 'PUT', path: addressOf(path), body: change })
}

/** Gives a component back its seeded state; all of them without a path. */
export function releaseHealth(path?: string): Promise<unknown> {
  return ask({ method: 'DELETE', path: path === undefined ? '/__sandbox/health' : addressOf(path) })
}

function addressOf(path: string): string {
  return ['/__sandbox/health', ...path.split('/').filter(Boolean).map(encodeURIComponent)].join('/')
}

import type { ResponseOf } from '../../mocks/client/client.ts'
import type { Overview, Sandbox, Snapshot } from '../../mocks/client/operations.ts'
import { client, operationQuery, listQuery } from './client.ts'

export type { Overview }
export type ClockResponse = Overview['clock']
export type SnapshotResponse = Snapshot
export type SandboxResponse = Sandbox
export type ChangeResponse = ResponseOf<'GET', '/__sandbox/changes'>['items'][number]

export const overview = {
  ...operationQuery(['overview'], (request) => client.GET('/__sandbox', request)),
  // Faults run out and Yellow recovers without an event.
  refetchInterval: 5000,
}

/** Everybody who can sign in. */
export const personas = listQuery(['personas'], (request) => client.GET('/__sandbox/personas', request))

export const snapshots = listQuery(['snapshots'], (request) => client.GET('/__sandbox/snapshots', request))

export type Difference = ResponseOf<'GET', '/__sandbox/reset'>['changes']

/** The changes that restoring a snapshot would make. */
export function snapshotDifference(name: string) {
  return operationQuery(['snapshots', 'difference', name], (request) =>
    client.GET('/__sandbox/snapshots/{name}', { path: { name }, ...request }),
  )
}

/** The changes that a reset to the sandbox's own seed would make. */
export const resetDifference = operationQuery(['reset'], (request) => client.GET('/__sandbox/reset', request))

/** The sandboxes of this server. */
export const sandboxes = {
  ...listQuery(['sandboxes'], (request) => client.GET('/__sandbox/sandboxes', request)),
  // Other people's use of them sends this page no event.
  refetchInterval: 3000,
}

/** The changes that can be undone or redone. */
export const changes = operationQuery(['changes'], (request) => client.GET('/__sandbox/changes', request))

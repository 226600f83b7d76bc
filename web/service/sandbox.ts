import { queryOptions } from '@tanstack/react-query'
import type { TableDifference } from '../../mocks/control/data/difference.ts'
import { read } from './client.ts'
import type { LabelCase } from './health.ts'

export interface PersonaAnswer {
  readonly name: string
  readonly user_id: number
  readonly role: string
  readonly token: string
  readonly is_acting?: boolean
}

export interface ClockAnswer {
  readonly mode: 'real' | 'frozen'
  readonly now: string
  readonly at?: string
  readonly offset_ms: number
}

/** What the sandbox says of itself. */
export interface Overview {
  readonly runtime: 'node' | 'browser'
  readonly version: string
  readonly sandbox: string
  readonly seed: number
  readonly auth: string
  readonly clock: ClockAnswer
  readonly counts: Readonly<Record<string, number>>
  readonly scenario: string | null
  readonly active_faults: number
  /** Aggregated colour of the service, whatever faults do to /api/status. */
  readonly health: string
  /** How status resources write colours. */
  readonly label_case: LabelCase
}

export const overview = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => read<Overview>('/__sandbox', signal),
  // Faults run out and Yellow recovers without an event.
  refetchInterval: 5000,
})

/** Everybody who can sign in. */
export const personas = queryOptions({
  queryKey: ['personas'],
  queryFn: async ({ signal }) => {
    const { items } = await read<{ items: readonly PersonaAnswer[] }>('/__sandbox/personas', signal)

    return items
  },
})

export interface SnapshotAnswer {
  readonly name: string
  readonly taken_on: string
  readonly entities: number
}

export const snapshots = queryOptions({
  queryKey: ['snapshots'],
  queryFn: async ({ signal }) => {
    const { items } = await read<{ items: readonly SnapshotAnswer[] }>('/__sandbox/snapshots', signal)

    return items
  },
})

/** What would change, by table. */
export type Difference = Readonly<Record<string, TableDifference>>

/** What going back to a snapshot would change. */
export function snapshotDifference(name: string) {
  return difference(['snapshots', 'difference', name], `/__sandbox/snapshots/${encodeURIComponent(name)}`)
}

/** What a reset to the sandbox's own seed would change. */
export const resetDifference = difference(['reset'], '/__sandbox/reset')

function difference(queryKey: readonly string[], path: string) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const { changes } = await read<{ changes: Difference }>(path, signal)

      return changes
    },
  })
}

export interface WorldAnswer {
  readonly id: string
  readonly is_default: boolean
  readonly seed: number
  readonly entities: number
  readonly changes: number
  readonly last_used_on: string
}

/** The sandboxes of this server. */
export const worlds = queryOptions({
  queryKey: ['worlds'],
  queryFn: async ({ signal }) => {
    const { items } = await read<{ items: readonly WorldAnswer[] }>('/__sandbox/sandboxes', signal)

    return items
  },
})

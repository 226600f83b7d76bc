import { queryOptions } from '@tanstack/react-query'
import type { Answers } from './answers.ts'
import { read, readItems } from './client.ts'

/** What the sandbox says of itself. */
type Overview = Answers['overview']
export type ClockAnswer = Overview['clock']

export const overview = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => read<Overview>('/__sandbox', signal),
  // Faults run out and Yellow recovers without an event.
  refetchInterval: 5000,
})

/** Everybody who can sign in. */
export const personas = queryOptions({
  queryKey: ['personas'],
  queryFn: ({ signal }) => readItems<Answers['personas']>('/__sandbox/personas', signal),
})

export type SnapshotAnswer = Answers['snapshots']['items'][number]

export const snapshots = queryOptions({
  queryKey: ['snapshots'],
  queryFn: ({ signal }) => readItems<Answers['snapshots']>('/__sandbox/snapshots', signal),
})

/** What would change, by table. */
export type Difference = Answers['difference']['changes']

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
      const { changes } = await read<Answers['difference']>(path, signal)

      return changes
    },
  })
}

export type SandboxAnswer = Answers['sandboxes']['items'][number]

/** The sandboxes of this server. */
export const sandboxes = queryOptions({
  queryKey: ['sandboxes'],
  queryFn: ({ signal }) => readItems<Answers['sandboxes']>('/__sandbox/sandboxes', signal),
  // Other people's use of them sends this page no event.
  refetchInterval: 3000,
})

export type ChangeAnswer = Answers['changes']['items'][number]

/** The changes that can be taken back or made again. */
export const changes = queryOptions({
  queryKey: ['changes'],
  queryFn: ({ signal }) => read<Answers['changes']>('/__sandbox/changes', signal),
})

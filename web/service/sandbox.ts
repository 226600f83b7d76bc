import { queryOptions } from '@tanstack/react-query'
import type { Answers } from './answers.ts'
import { read, reading, readingItems } from './client.ts'

/** What the sandbox says of itself. */
type Overview = Answers['overview']
export type ClockAnswer = Overview['clock']

export const overview = {
  ...reading<Overview>(['overview'], '/__sandbox'),
  // Faults run out and Yellow recovers without an event.
  refetchInterval: 5000,
}

/** Everybody who can sign in. */
export const personas = readingItems<Answers['personas']>(['personas'], '/__sandbox/personas')

export type SnapshotAnswer = Answers['snapshots']['items'][number]

export const snapshots = readingItems<Answers['snapshots']>(['snapshots'], '/__sandbox/snapshots')

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
    queryFn: async ({ signal }) => (await read<Answers['difference']>(path, signal)).changes,
  })
}

export type SandboxAnswer = Answers['sandboxes']['items'][number]

/** The sandboxes of this server. */
export const sandboxes = {
  ...readingItems<Answers['sandboxes']>(['sandboxes'], '/__sandbox/sandboxes'),
  // Other people's use of them sends this page no event.
  refetchInterval: 3000,
}

export type ChangeAnswer = Answers['changes']['items'][number]

/** The changes that can be taken back or made again. */
export const changes = reading<Answers['changes']>(['changes'], '/__sandbox/changes')

import type { ResponseOf } from '../../mocks/client/client.ts'
import type { Overview, Sandbox, Snapshot, Fault } from '../../mocks/client/operations.ts'
import { client, operationQuery, listQuery } from './client.ts'
import type { FaultRule } from '../../mocks/sandbox/faults/fault-rule.ts'

export type { Fault, FaultRule, Overview, Sandbox, Snapshot }
export type ClockResponse = Overview['clock']
export type ChangeResponse = ResponseOf<'GET', '/__sandbox/changes'>['items'][number]

export const overviewQuery = {
  ...operationQuery(['overview'], (request) => client.GET('/__sandbox', request)),
  // Events are sent only for changes of the data: not when faults change or expire, or Yellow components recover.
  refetchInterval: 5000,
}

/** The users that can sign in. */
export const personasQuery = listQuery(['personas'], (request) => client.GET('/__sandbox/personas', request))

export const snapshotsQuery = {
  ...listQuery(['snapshots'], (request) => client.GET('/__sandbox/snapshots', request)),
  // No event is sent for snapshots.
  refetchInterval: 5000,
}

export type Difference = ResponseOf<'GET', '/__sandbox/reset'>['changes']

/** The names that a snapshot can have, for a field of a form. */
export const snapshotNameRule = {
  pattern: String.raw`(?!\.{1,2}$)[\w.\-]{1,100}`,
  title: 'Up to 100 letters, digits, periods, underscores and hyphens, but not “.” or “..”',
}

/** The ids that a sandbox can have, for a field of a form. */
export const sandboxIdRule = {
  pattern: String.raw`[\w\-]{1,64}`,
  title: 'Up to 64 letters, digits, underscores and hyphens',
}

/** The changes that restoring a snapshot would make. */
export function snapshotDifferenceQuery(name: string) {
  return operationQuery(['snapshots', 'difference', name], (request) =>
    client.GET('/__sandbox/snapshots/{name}', { path: { name }, ...request }),
  )
}

/** The changes that a reset to the baseline would make. */
export const resetDifferenceQuery = operationQuery(['reset'], (request) =>
  client.GET('/__sandbox/reset', request),
)

/** The sandboxes of this server. */
export const sandboxesQuery = {
  ...listQuery(['sandboxes'], (request) => client.GET('/__sandbox/sandboxes', request)),
  // This page receives no events of other sandboxes.
  refetchInterval: 3000,
}

/** The changes that can be undone or redone. */
export const changesQuery = operationQuery(['changes'], (request) =>
  client.GET('/__sandbox/changes', request),
)

export type PresetResponse = ResponseOf<'GET', '/__sandbox/fault-presets'>['items'][number]
export type ScenarioResponse = ResponseOf<'GET', '/__sandbox/scenarios'>['items'][number]

export const faultsQuery = {
  ...listQuery(['faults', 'list'], (request) => client.GET('/__sandbox/faults', request)),
  // Every matching request changes the counts.
  refetchInterval: 3000,
}

export const faultPresetsQuery = listQuery(['faults', 'presets'], (request) =>
  client.GET('/__sandbox/fault-presets', request),
)

export const scenariosQuery = listQuery(['scenarios'], (request) =>
  client.GET('/__sandbox/scenarios', request),
)

/** What the target has answered. */
export const learntQuery = {
  ...operationQuery(['upstream', 'recording'], (request) =>
    client.GET('/__sandbox/upstream/recording', request),
  ),
  // Requests of an application send no event, and summing up a large journal is work.
  refetchInterval: 30_000,
}

/** Passes everything on while the console records. If the target fails, the sandbox answers, unlike that of `record`. */
const recordingRule = {
  name: 'record',
  effect: { kind: 'passthrough', timeout_ms: 60_000 },
} as const satisfies FaultRule

export function startRecording() {
  return client.PUT('/__sandbox/faults/{id}', { path: { id: recordingRule.name }, body: recordingRule })
}

export function stopRecording() {
  return client.DELETE('/__sandbox/faults/{id}', { path: { id: recordingRule.name } })
}

export function isRecordingIn(faults: readonly Fault[] | undefined): boolean {
  return faults?.some(({ id, active }) => id === recordingRule.name && active) ?? false
}

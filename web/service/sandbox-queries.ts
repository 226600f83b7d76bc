import type { ResponseOf } from '../../mocks/client/client.ts'
import type { Overview, Sandbox, Snapshot, Fault } from '../../mocks/client/operations.ts'
import { client, getQuery } from './service-client.ts'
import type { FaultRule } from '../../mocks/sandbox/faults/fault-rule.ts'

export type { Fault, FaultRule, Overview, Sandbox, Snapshot }
export type Clock = Overview['clock']
export type Change = ResponseOf<'GET', '/__sandbox/changes'>['items'][number]

export const overviewQuery = {
  ...getQuery('/__sandbox'),
  // Events are sent only for changes of the data: not when faults change or expire, or Yellow components recover.
  refetchInterval: 5000,
}

export const snapshotsQuery = {
  ...getQuery('/__sandbox/snapshots'),
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

export type Preset = ResponseOf<'GET', '/__sandbox/fault-presets'>['items'][number]
export type Scenario = ResponseOf<'GET', '/__sandbox/scenarios'>['items'][number]

export const faultsQuery = {
  ...getQuery('/__sandbox/faults'),
  // Every matching request changes the counts.
  refetchInterval: 3000,
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

export function isRecordingIn(faults: readonly Fault[] = []): boolean {
  return faults.some(({ id, active }) => id === recordingRule.name && active)
}

import type { FaultRule } from '../../mocks/sandbox/faults/fault-rule.ts'
import type { ResponseOf } from '../../mocks/client/client.ts'
import type { Fault } from '../../mocks/client/operations.ts'
import { client, listQuery } from './client.ts'

export type { FaultRule }

export type FaultResponse = Fault
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

import { queryOptions } from '@tanstack/react-query'
import type { ScenarioResource } from '../../mocks/control/scenarios.ts'
import type { FaultRule } from '../../mocks/sandbox/faults/fault.ts'
import { read } from './client.ts'

export type { FaultRule }

export type FaultAnswer = FaultRule & {
  readonly id: string
  readonly origin: string | null
  readonly enabled: boolean
  readonly active: boolean
  readonly seen: number
  readonly hits: number
  readonly expires_on: string | null
}

export interface PresetAnswer {
  readonly name: string
  readonly description: string
}

export type ScenarioAnswer = ScenarioResource & { readonly current: boolean }

export const faults = queryOptions({
  queryKey: ['faults', 'list'],
  queryFn: ({ signal }) => items<FaultAnswer>('/__sandbox/faults', signal),
  // Requests count up the hits.
  refetchInterval: 3000,
})

export const faultPresets = queryOptions({
  queryKey: ['faults', 'presets'],
  queryFn: ({ signal }) => items<PresetAnswer>('/__sandbox/fault-presets', signal),
})

export const scenarios = queryOptions({
  queryKey: ['scenarios'],
  queryFn: ({ signal }) => items<ScenarioAnswer>('/__sandbox/scenarios', signal),
})

async function items<T>(path: string, signal: AbortSignal): Promise<readonly T[]> {
  const { items } = await read<{ items: readonly T[] }>(path, signal)

  return items
}

import { queryOptions } from '@tanstack/react-query'
import type { FaultRule } from '../../mocks/sandbox/faults/fault.ts'
import type { Answers } from './answers.ts'
import { readItems } from './client.ts'

export type { FaultRule }

export type FaultAnswer = Answers['faults']['items'][number]
export type PresetAnswer = Answers['faultPresets']['items'][number]
export type ScenarioAnswer = Answers['scenarios']['items'][number]

export const faults = queryOptions({
  queryKey: ['faults', 'list'],
  queryFn: ({ signal }) => readItems<Answers['faults']>('/__sandbox/faults', signal),
  // Requests count up the hits.
  refetchInterval: 3000,
})

export const faultPresets = queryOptions({
  queryKey: ['faults', 'presets'],
  queryFn: ({ signal }) => readItems<Answers['faultPresets']>('/__sandbox/fault-presets', signal),
})

export const scenarios = queryOptions({
  queryKey: ['scenarios'],
  queryFn: ({ signal }) => readItems<Answers['scenarios']>('/__sandbox/scenarios', signal),
})

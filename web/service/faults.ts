import type { FaultRule } from '../../mocks/sandbox/faults/fault.ts'
import type { Answers } from './answers.ts'
import { readingItems } from './client.ts'

export type { FaultRule }

export type FaultAnswer = Answers['faults']['items'][number]
export type PresetAnswer = Answers['faultPresets']['items'][number]
export type ScenarioAnswer = Answers['scenarios']['items'][number]

export const faults = {
  ...readingItems<Answers['faults']>(['faults', 'list'], '/__sandbox/faults'),
  // Requests count up the hits.
  refetchInterval: 3000,
}

export const faultPresets = readingItems<Answers['faultPresets']>(
  ['faults', 'presets'],
  '/__sandbox/fault-presets',
)

export const scenarios = readingItems<Answers['scenarios']>(['scenarios'], '/__sandbox/scenarios')

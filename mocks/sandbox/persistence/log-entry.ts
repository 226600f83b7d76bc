import { z } from 'zod'
import { labelCases } from '../../data/model/health/labels.ts'
import { DefinedScenario } from '../scenarios/scenario.ts'
import type { Slot } from '../state/recorder.ts'
import { SavedFaults, SavedScenario } from '../state/runtime-state.ts'
import { validationLevels } from '../validation.ts'

const Key = z.union([z.string(), z.number()])
const SlotName = z.custom<Slot>(
  (name) => typeof name === 'string' && /^(current|first|before|snapshot .+)$/.test(name),
)

/** The table validates its members. */
const LoggedRecord = z.custom<object>((value) => typeof value === 'object' && value !== null)

/** A checkpoint, as the difference from one in the log, so that forks, resets and snapshots take only a few bytes. */
export const SetEntry = z.object({
  do: z.literal('set'),
  slot: SlotName,
  /** The slot with the other checkpoint. */
  from: SlotName,
  put: z.record(z.string(), z.array(LoggedRecord)).optional(),
  delete: z.record(z.string(), z.array(Key)).optional(),
  /** The id sequences that have changed, with their new numbers. */
  sequences: z.record(z.string(), z.number()).optional(),
  random: z.number(),
  clock: z.object({
    mode: z.enum(['real', 'frozen']),
    at: z.string().optional(),
    offset_ms: z.number(),
  }),
  at: z.string(),
})
export type SetEntry = z.infer<typeof SetEntry>

/** The runtime state, which is in no checkpoint. */
const RuntimeEntry = z.object({
  do: z.literal('state'),
  seed: z.number(),
  user: z.string().nullable().optional(),
  labelCase: z.enum(labelCases),
  validation: z.enum(validationLevels).optional(),
  faults: SavedFaults,
  scenario: SavedScenario.nullable(),
})

/** New tokens, and those that are no longer valid. */
const TokensEntry = z.object({
  do: z.literal('tokens'),
  access: z.array(z.tuple([z.string(), z.object({ userId: z.number(), expires: z.number() })])),
  refresh: z.array(z.tuple([z.string(), z.number()])),
  gone: z.array(z.string()),
})

/** Every scenario that was defined while the sandbox ran. */
const ScenariosEntry = z.object({ do: z.literal('scenarios'), defined: z.array(DefinedScenario) })

const DropEntry = z.object({ do: z.literal('drop'), slot: SlotName })

export const LogEntry = z.discriminatedUnion('do', [
  SetEntry,
  DropEntry,
  RuntimeEntry,
  ScenariosEntry,
  TokensEntry,
])
export type LogEntry = z.infer<typeof LogEntry>

import { z } from 'zod'
import { labelCases } from '../model/health/labels.ts'
import { DefinedScenario } from '../sandbox/scenarios/defined-scenario.ts'
import type { Slot } from '../sandbox/state/recorder.ts'
import { IssuedTokens, SavedFaults, SavedScenario } from '../sandbox/state/runtime-state.ts'
import { validationLevels } from '../sandbox/validation.ts'

const Key = z.union([z.string(), z.number()])
const SlotName = z.custom<Slot>(
  (name) => typeof name === 'string' && /^(current|first|before|snapshot .+)$/.test(name),
)

/** Its members are validated when it is put into its table. */
const LoggedRecord = z.custom<object>((value) => typeof value === 'object' && value !== null)

/** A checkpoint, as the difference to one that the log has already: forks, resets and snapshots take a few bytes. */
export const SetEntry = z.object({
  do: z.literal('set'),
  slot: SlotName,
  /** The slot that the difference is to. */
  from: SlotName,
  put: z.record(z.string(), z.array(LoggedRecord)).optional(),
  delete: z.record(z.string(), z.array(Key)).optional(),
  /** The id sequences that have advanced, with their new numbers. */
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
const StateEntry = z.object({
  do: z.literal('state'),
  seed: z.number(),
  user: z.string().nullable().optional(),
  labelCase: z.enum(labelCases),
  validation: z.enum(validationLevels).optional(),
  faults: SavedFaults,
  scenario: SavedScenario.nullable(),
})

/** Tokens that were issued, and those that no longer hold. */
const TokensEntry = IssuedTokens.extend({ do: z.literal('tokens'), gone: z.array(z.string()) })

/** Every scenario that was defined while the sandbox ran. */
const ScenariosEntry = z.object({ do: z.literal('scenarios'), defined: z.array(DefinedScenario) })

const DropEntry = z.object({ do: z.literal('drop'), slot: SlotName })

export const LogEntry = z.discriminatedUnion('do', [
  SetEntry,
  DropEntry,
  StateEntry,
  ScenariosEntry,
  TokensEntry,
])
export type LogEntry = z.infer<typeof LogEntry>

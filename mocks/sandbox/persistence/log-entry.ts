import { z } from 'zod'
import { Control, EnteredScenario } from '../state/sandbox-state.ts'
import { ClockSetting } from '../time/clock.ts'
import { StateDifference } from './state-difference.ts'
import { EarlierEntry } from './earlier-entries.ts'

/**
 * Names of the states of data in a sandbox: the current one, the baseline (`first`), the one before the active scenario
 * (`before`), and snapshots.
 */
export type Slot = 'current' | 'first' | 'before' | `snapshot ${string}`

const SlotName = z.custom<Slot>(
  (name) => typeof name === 'string' && /^(current|first|before|snapshot .+)$/.test(name),
)

/** What a sandbox knows as plain JSON, in a log. */
export const LoggedControl = Control.extend({ scenario: EnteredScenario.nullable() })
export type LoggedControl = Readonly<z.infer<typeof LoggedControl>>

/** A state of data, as the difference from one in the log, so that forks, resets and snapshots take only a few bytes. */
const SetEntry = StateDifference.extend({
  do: z.literal('set'),
  slot: SlotName,
  /** The slot with the other state. */
  from: SlotName,
  /** The rest of a checkpoint. The current state has it in `control`. */
  random: z.number().optional(),
  clock: ClockSetting.optional(),
  at: z.string().optional(),
  /** What else has changed, with the current state: its tables, and the members that differ. */
  runtime: StateDifference.optional(),
  control: LoggedControl.partial().optional(),
})
export type SetEntry = z.infer<typeof SetEntry>

const DropEntry = z.object({ do: z.literal('drop'), slot: SlotName })

export const LogEntry = z.discriminatedUnion('do', [SetEntry, DropEntry, EarlierEntry])
export type LogEntry = z.infer<typeof LogEntry>
export type WrittenEntry = SetEntry | z.infer<typeof DropEntry>

import { z } from 'zod'
import { tablesWithFiles, withContents } from '../../data/model/files/file.ts'
import { Control, EnteredScenario } from '../state/sandbox-state.ts'
import { ClockSetting } from '../time/clock.ts'
import { StateDifference } from './state-difference.ts'

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
const SetStep = StateDifference.extend({
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
export type SetStep = z.infer<typeof SetStep>

const DropStep = z.object({ do: z.literal('drop'), slot: SlotName })

export const LogStep = z.discriminatedUnion('do', [SetStep, DropStep])
export type LogStep = z.infer<typeof LogStep>

/** The contents of the items that entries are stored in, of which the first gets a number: the bytes of files, then the entries. */
export function* itemsOf(entries: readonly LogStep[], first: number): Generator {
  const bytes: unknown[] = []

  const rest = withFiles(entries, (content) =>
    Array.isArray(content) ? content.map((chunk) => first + bytes.push(chunk) - 1) : content,
  )

  yield* bytes
  yield rest
}

/** Entries with the bytes of files replaced. */
export function withFiles(entries: readonly LogStep[], replace: (content: unknown) => unknown): LogStep[] {
  return entries.map((entry) => {
    if (entry.do !== 'set' || !entry.put) return entry

    const tables = Object.entries(entry.put).map(([name, records]) => [
      name,
      tablesWithFiles.includes(name) ? records.map((record) => withContents(record, replace)) : records,
    ])

    return { ...entry, put: Object.fromEntries(tables) }
  })
}

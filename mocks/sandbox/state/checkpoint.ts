import type { DataState } from '../../model/tables.ts'
import type { ClockSetting } from '../time/clock.ts'

/** The state of a sandbox at one moment, which a reset or a snapshot restores. Taking one copies nothing. */
export interface Checkpoint {
  readonly state: DataState
  /** The position of the random source, so that the same values follow each time. */
  readonly random: number
  readonly clock: ClockSetting
  /** When it was taken, ISO 8601 UTC on the sandbox's clock. */
  readonly at: string
}

import type { DataState } from '../../model/tables.ts'
import type { ClockSetting } from '../time/clock.ts'

/** A sandbox as it was at one moment: what a reset or a snapshot restores. Holding on to it copies nothing. */
export interface Checkpoint {
  readonly state: DataState
  /** Where the random source stood, so that what follows is the same each time. */
  readonly random: number
  readonly clock: ClockSetting
  /** When it was taken, ISO 8601 UTC on the sandbox's clock. */
  readonly at: string
}

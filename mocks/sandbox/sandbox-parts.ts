import type { DataFile } from '../model/data-file/data-file.ts'
import type { ImportSummary } from '../model/data-file/import-summary.ts'
import type { PropertyMember } from '../model/definitions/definition.ts'
import type { JsonObject } from '../model/shared/json.ts'
import type { Data, DataState, tables } from '../model/tables.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './time/clock.ts'
import type { Faults } from './faults/faults.ts'
import type { Budget } from './budget.ts'
import type { JournalEntry } from './journal/journal-entry.ts'
import type { HistoryEntry } from './state/history.ts'
import type { Checkpoint } from './state/checkpoint.ts'
import type { Random } from '../model/shared/random.ts'
import type { SandboxSettings } from './settings.ts'
import type { Snapshots } from './state/snapshots.ts'

/** The settings of a sandbox, and what it was given with its data. */
export interface SeededSettings extends SandboxSettings {
  /** The integer that everything random in the sandbox follows from. */
  readonly seed: number
  /** The memory limit that the journals of this sandbox and of its forks share. */
  readonly journalBudget: Budget<JournalEntry>
  readonly undoBudget: Budget<HistoryEntry>
}

/** Makes up what a sandbox holds. */
export interface Generator {
  /** Grows data from a seed: that of a data file, or else that which the sandbox was made for. */
  state(file: DataFile | undefined, seed: number): Promise<DataState>
  /** Values of the properties of an entity, the unique ones by its number. */
  values(
    members: readonly PropertyMember[],
    entity: { data: Data; definition: string; seed: number; index: number },
  ): Promise<JsonObject>
}

export interface SandboxParts {
  readonly store: Store<typeof tables>
  readonly clock: Clock
  readonly random: Random
  readonly generator: Generator
  /** The result of importing the data that it was created from. */
  readonly imported?: ImportSummary | undefined
  readonly snapshots?: Snapshots
  readonly faults?: Faults
  /** The state that a reset restores; default the current one. */
  readonly baseline?: Checkpoint
}

export interface ResetOptions {
  /** Another seed to grow the data from; the sandbox's own by default. */
  readonly seed?: number | undefined
  /** Whether the clock goes back too. */
  readonly clock?: boolean | undefined
  /** Name of the user who asked for it. */
  readonly by?: string | undefined
}

export interface ImportOptions {
  /** Whether a reset goes back to what was imported from now on. */
  readonly isBase?: boolean | undefined
  /** Name of the user who asked for it. */
  readonly by?: string | undefined
}

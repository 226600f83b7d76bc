import type { DataFile } from '../model/data-file/data-file.ts'
import type { ImportSummary } from '../model/data-file/import-summary.ts'
import type { PropertyMember } from '../model/definitions/definition.ts'
import type { JsonObject } from '../model/shared/json.ts'
import type { Data, DataState, tables } from '../model/tables.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './time/clock.ts'
import type { Commands } from './command.ts'
import type { Faults } from './faults/faults.ts'
import type { JournalBudget } from './journal/journal-budget.ts'
import type { JournalLimits } from './journal/journal.ts'
import type { Checkpoint } from './state/checkpoint.ts'
import type { Random } from '../model/shared/random.ts'
import type { Scenario } from './scenarios/scenario.ts'
import type { Snapshots } from './state/snapshots.ts'
import type { ValidationLevel } from './validation.ts'

/** The same on every machine, so that answers are. */
export const defaultHostname = 'entity-sandbox'

export interface SandboxSettings {
  /** The integer that everything random in the sandbox follows from. */
  readonly seed: number
  /** Whether requests without credentials act as the default persona or are refused. */
  readonly auth: 'default' | 'required'
  readonly journal: JournalLimits
  /** What the journals of this sandbox and of its forks share. */
  readonly journalBudget: JournalBudget
  /** Scenarios beside the built-in ones. */
  readonly scenarios: readonly Scenario[]
  /** Name of the scenario that the sandbox starts in, and is in after a reset. */
  readonly scenario: string | undefined
  /** How many requests a user may send in a second before it gets 429; any number when left out. */
  readonly rateLimit: number | undefined
  /** What becomes of what requests say wrongly or in vain. */
  readonly validate: ValidationLevel
  /** The name of the answering machine, as the status index has it (interface 2.5.1). */
  readonly hostname: string
  /** What `POST /api/commands/{folder}/{command}` runs, by `folder/command`. */
  readonly commands: Commands
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
  /** What became of the data that it was made from. */
  readonly imported?: ImportSummary | undefined
  readonly snapshots?: Snapshots
  readonly faults?: Faults
  /** What a reset goes back to; what the sandbox is now when left out. */
  readonly first?: Checkpoint
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

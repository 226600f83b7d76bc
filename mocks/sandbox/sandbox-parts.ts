import type { DataFile, ImportSummary } from '../data/model/data-file/data-file.ts'
import type { PropertyMember } from '../data/model/definitions/definition.ts'
import type { JsonObject } from '../data/model/shared/json.ts'
import type { Data, DataState, tables } from '../data/model/tables.ts'
import type { Store } from '../data/store/store.ts'
import type { Clock } from './time/clock.ts'
import type { Budget } from './budget.ts'
import type { JournalEntry } from './journal/journal-entry.ts'
import type { HistoryEntry } from './state/history.ts'
import type { Checkpoint } from './state/snapshots.ts'
import type { Random } from '../data/model/shared/random.ts'
import type { SandboxSettings } from './settings.ts'
import type { Upstream } from './upstream.ts'
import type { LabelCase } from '../data/model/health/labels.ts'
import { defaultUserName } from './access/sign-ins.ts'
import type { ValidationLevel } from './validation.ts'
import type { ChangedSettings } from './state/runtime-state.ts'

/** The settings of a sandbox, its seed, and the budgets that its forks share. */
export interface SeededSettings extends SandboxSettings {
  /** The integer that determines everything random in the sandbox. */
  readonly seed: number
  readonly journalBudget: Budget<JournalEntry>
  readonly undoBudget: Budget<HistoryEntry>
  /** What it was created with to replay. */
  readonly recording: Upstream | undefined
}

/** Generates the data of a sandbox. */
interface DataGenerator {
  /** The data of a file, completed from the seed; without a file, the data that the sandbox is configured with. */
  state(file: DataFile | undefined, seed: number): Promise<DataState>
  /** Values for the properties of an entity; unique ones differ by `index`. */
  values(
    members: readonly PropertyMember[],
    entity: { data: Data; definition: string; seed: number; index: number },
  ): Promise<JsonObject>
}

export interface SandboxParts {
  readonly store: Store<typeof tables>
  readonly clock: Clock
  readonly random: Random
  readonly generator: DataGenerator
  /** The result of importing the data that it was created from. */
  readonly imported?: ImportSummary | undefined
  /** The state that a reset restores; default the current one. */
  readonly baseline?: Checkpoint
}

export interface ResetOptions {
  /** Another seed to generate the data from. Default the sandbox's. */
  readonly seed?: number | undefined
  /** Whether the clock is restored too. Default no. */
  readonly clock?: boolean | undefined
  /** Name of the user who requested it. */
  readonly by?: string | undefined
}

export interface ImportOptions {
  /** Whether the imported data becomes the baseline. Default no. */
  readonly becomesBaseline?: boolean | undefined
  /** Name of the user who requested it. */
  readonly by?: string | undefined
}

type Settings = Pick<SandboxSettings, 'auth' | 'validate'>

const unchanged: ChangedSettings = { user: undefined, labelCase: 'documented', validation: undefined }

/** The settings that can be changed while a sandbox runs. */
export class RuntimeSettings {
  readonly #settings: Settings
  /** What was changed. */
  state = unchanged

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Name of the user for requests without credentials; null to reject such requests. */
  get actingUser(): string | null {
    return this.state.user === undefined ? this.#defaultUser : this.state.user
  }

  set actingUser(name: string | null) {
    this.state = { ...this.state, user: name === this.#defaultUser ? undefined : name }
  }

  /** The letter case of labels in status resources. */
  get labelCase(): LabelCase {
    return this.state.labelCase
  }

  set labelCase(labelCase: LabelCase) {
    this.state = { ...this.state, labelCase }
  }

  /** The treatment of invalid and ignored parts of requests. */
  get validation(): ValidationLevel {
    return this.state.validation ?? this.#settings.validate
  }

  set validation(level: ValidationLevel) {
    this.state = { ...this.state, validation: level === this.#settings.validate ? undefined : level }
  }

  /** Restores the values of the sandbox's settings. */
  reset(): void {
    this.state = unchanged
  }

  get #defaultUser(): string | null {
    return this.#settings.auth === 'required' ? null : defaultUserName
  }
}

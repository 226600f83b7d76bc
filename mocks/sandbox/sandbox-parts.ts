import type { DataFile, ImportSummary } from '../data/model/data-file/data-file.ts'
import type { PropertyMember } from '../data/model/definitions/definition.ts'
import type { JsonObject } from '../data/model/shared/json.ts'
import type { Data, DataState } from '../data/model/tables.ts'
import type { Clock } from './time/clock.ts'
import type { SandboxState } from './state/sandbox-state.ts'
import type { Budget } from './budget.ts'
import type { Exchange } from '../data/model/exchanges/exchange.ts'
import type { HistoryEntry } from './state/history.ts'
import type { SandboxSettings } from './settings.ts'
import type { Upstream } from './upstream.ts'

/** The settings of a sandbox, and the budgets that its forks share. */
export interface SharedSettings extends SandboxSettings {
  readonly journalBudget: Budget<Exchange>
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
  readonly state: SandboxState
  /** The machine's clock, with any setting. */
  readonly clock: Clock
  readonly generator: DataGenerator
  /** The result of importing the data that it was created from. */
  readonly imported?: ImportSummary | undefined
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

import type { DataFile, ImportSummary } from '../data/model/data-file/data-file.ts'
import { reactToChanges } from '../data/model/notifications/notifications.ts'
import type { GraphSnapshot } from '../data/model/statistics/entity-statistics.ts'
import type { DataDraft, DataState, DataTransaction, tables } from '../data/model/tables.ts'
import type { ChangeKind } from '../data/store/change-set.ts'
import type { Store } from '../data/store/store.ts'
import { Activity } from './journal/activity.ts'
import type { Clock } from './time/clock.ts'
import { Faults } from './faults/faults.ts'
import { HealthLog } from './health/health-log.ts'
import { History } from './state/history.ts'
import { Journal } from './journal/journal.ts'
import { Snapshots, type Checkpoint } from './state/snapshots.ts'
import {
  RuntimeSettings,
  type ImportOptions,
  type ResetOptions,
  type SandboxParts,
  type SeededSettings,
} from './sandbox-parts.ts'
import { loadRegularExpressions } from '../data/model/shared/regular-expressions.ts'
import { Random } from '../data/model/shared/random.ts'
import type { Part, Recorder } from './state/recorder.ts'
import { Scenarios } from './scenarios/scenarios.ts'
import { noTokens, SignIns } from './access/sign-ins.ts'
import { RateLimit } from './access/rate-limit.ts'

type TransactionBody<R> = (transaction: DataTransaction) => R | Promise<R>

/**
 * A sandbox: its data, clock, users, faults, journal and history. Its forks share the data that neither has changed, the
 * generator, and the memory budgets of journals and histories.
 */
export class Sandbox {
  readonly id: string
  readonly store: Store<typeof tables>
  readonly clock: Clock
  readonly random: Random
  readonly signIns: SignIns
  readonly runtimeSettings: RuntimeSettings
  readonly journal: Journal
  readonly rateLimit: RateLimit
  readonly activity = new Activity()
  /** The graph service's last snapshot, if there is one. */
  graphSnapshot: GraphSnapshot | undefined
  readonly faults: Faults
  readonly scenarios: Scenarios
  readonly snapshots: Snapshots
  readonly history: History
  readonly healthLog: HealthLog
  readonly generator: SandboxParts['generator']
  /** The result of importing the data that it was created from. */
  readonly imported: ImportSummary | undefined
  readonly #origin: Part<Pick<Sandbox, 'settings' | 'baseline'>>
  #recorder: Recorder | undefined
  #isSavingCounts = false

  constructor(id: string, settings: SeededSettings, parts: SandboxParts) {
    this.id = id
    this.store = parts.store
    this.clock = parts.clock
    this.random = parts.random
    this.runtimeSettings = new RuntimeSettings(settings)
    this.signIns = new SignIns(parts.clock, this)
    this.journal = new Journal(settings.journal, settings.journalBudget)
    this.rateLimit = new RateLimit(parts.clock)
    this.faults = new Faults(parts.clock, settings)
    this.scenarios = new Scenarios(this, settings.scenarios)
    this.snapshots = new Snapshots()
    this.history = new History(parts.store, parts.clock, settings.undoBudget)
    this.healthLog = new HealthLog(parts.store, parts.clock)
    this.imported = parts.imported
    this.generator = parts.generator
    this.#origin = { state: { settings, baseline: parts.baseline ?? this.checkpoint() } }
  }

  get settings(): SeededSettings {
    return this.#origin.state.settings
  }

  /** The current data. */
  get data(): DataState['tables'] {
    return this.store.tables
  }

  /** The checkpoint that a reset restores. */
  get baseline(): Checkpoint {
    return this.#origin.state.baseline
  }

  /** The current state. */
  checkpoint(): Checkpoint {
    const { store, random, clock } = this

    return { state: store.state, random: random.state, clock: clock.setting, at: clock.timestamp() }
  }

  /**
   * Runs several changes as one transaction: all are applied and stored, or none. Transactions of a sandbox are
   * serialized.
   *
   * @param by name of the user who requested it
   */
  transact<R>(work: TransactionBody<R>, by?: string): Promise<R> {
    return this.#transact(work, by, true)
  }

  /**
   * Changes the data in one transaction, with the resulting notifications. If `rule` throws, nothing changes.
   *
   * @param by name of the user who requested it
   */
  change<R>(rule: (draft: DataDraft) => R | Promise<R>, by?: string): Promise<R> {
    return this.#transact((transaction) => this.changeIn(transaction, rule), by, false)
  }

  /** Like `change()`, as part of a transaction. */
  changeIn<R>(transaction: DataTransaction, rule: (draft: DataDraft) => R | Promise<R>): Promise<R> {
    return transaction.change(async (draft) => {
      const result = await rule(draft)

      reactToChanges(draft)

      return result
    })
  }

  /** Restores the baseline, and clears sign-ins, faults and scenario. Takes constant time, except with another seed. */
  async reset({ seed = this.settings.seed, clock = false, by }: ResetOptions = {}): Promise<void> {
    const isNewSeed = seed !== this.settings.seed
    const state = isNewSeed ? await this.generator.state(undefined, seed) : undefined

    await this.transact(async (transaction) => {
      if (state) this.#setBaseline({ ...this.baseline, state, random: seed }, seed)
      this.scenarios.end()
      this.faults.reset(this.settings.seed)
      this.runtimeSettings.reset()
      this.restoreIn(transaction, this.baseline, 'reset', { clock })
      this.signIns.state = noTokens
      if (this.settings.scenario !== undefined)
        await this.scenarios.enter(transaction, this.settings.scenario)
    }, by)

    this.activity.clear()
    this.rateLimit.clear()
    this.graphSnapshot = undefined
  }

  /**
   * Replaces the data with that of a data file. Nothing changes if the file is invalid.
   *
   * @throws {InvalidRequest} with everything that is invalid in the file
   */
  async import(file: DataFile, { becomesBaseline = false, by }: ImportOptions = {}): Promise<void> {
    const checkpoint = await this.checkpointOf(file)

    await this.transact((transaction) => {
      this.restoreIn(transaction, checkpoint, 'import', { clock: file.clock !== undefined })
      if (becomesBaseline) this.#setBaseline(checkpoint, file.seed)
    }, by)
  }

  /** Restores a checkpoint: data and random source, and the clock on request. */
  restoreIn(transaction: DataTransaction, to: Checkpoint, kind: ChangeKind, { clock = false } = {}): void {
    if (clock) this.clock.restore(to.clock)
    this.random.state = to.random
    transaction.replace(to.state, kind)
  }

  /** Saves the current state under a name, replacing a snapshot of that name. */
  takeSnapshot(name: string): Promise<Checkpoint> {
    return this.transact(() => this.snapshots.save(name, this.checkpoint()))
  }

  /** Stores the counts of faults in the background, before the next change. */
  saveCounts(): void {
    if (!this.#recorder || this.#isSavingCounts) return
    this.#isSavingCounts = true
    void this.transact(() => (this.#isSavingCounts = false)).catch(() => undefined) // the next change will fail too
  }

  #setBaseline(baseline: Checkpoint, seed = this.settings.seed): void {
    this.#origin.state = { settings: { ...this.settings, seed }, baseline }
  }

  #transact<R>(work: TransactionBody<R>, by: string | undefined, isMoreThanData: boolean): Promise<R> {
    // Besides the data, a rule changes only the random source.
    const parts = isMoreThanData ? this.#parts : [this.random]

    return this.store.transact(async (transaction) => {
      await loadRegularExpressions() // rules match regular expressions synchronously

      const before = parts.map((part) => [part, part.state] as const)

      try {
        const result = await work(transaction)

        await this.#recorder?.record(this, { ...this.checkpoint(), state: transaction.state }, isMoreThanData)

        return result
      } catch (error) {
        for (const [part, state] of before) part.state = state
        throw error
      }
    }, by)
  }

  /** The parts that are rolled back when a transaction fails. */
  get #parts(): readonly Part[] {
    const { clock, random, runtimeSettings, signIns, faults, scenarios, snapshots } = this

    return [clock, random, runtimeSettings, signIns, faults, scenarios, snapshots, this.#origin]
  }

  /** Has `recorder` store all further changes. */
  recordWith(recorder: Recorder): void {
    this.#recorder = recorder
  }

  /** A separate sandbox with the same data, time and random source, which its reset restores. Takes constant time. */
  fork(id: string): Sandbox {
    const fork = new Sandbox(id, this.settings, {
      store: this.store.fork(),
      clock: this.clock.fork(),
      random: new Random(this.random.state),
      generator: this.generator,
      imported: this.imported,
      baseline: this.scenarios.withoutActive(this.checkpoint()),
    })

    fork.snapshots.state = this.snapshots.state
    fork.runtimeSettings.state = this.runtimeSettings.state
    fork.faults.state = this.faults.state
    fork.scenarios.state = this.scenarios.state

    return fork
  }

  /** The checkpoint that a data file describes; what is missing there is taken from the current state. */
  async checkpointOf(file: DataFile): Promise<Checkpoint> {
    const seed = file.seed ?? this.settings.seed

    return {
      ...this.checkpoint(),
      state: await this.generator.state(file, seed),
      random: file.random ?? seed,
      ...(file.clock ? { clock: file.clock } : {}),
    }
  }
}

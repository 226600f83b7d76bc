import type { DataFile } from '../model/data-file/data-file.ts'
import type { ImportSummary } from '../model/data-file/import-summary.ts'
import { reactToChanges } from '../model/notifications/reactions.ts'
import type { GraphSnapshot } from '../model/statistics/graph-snapshot.ts'
import type { DataDraft, DataState, DataTransaction, tables } from '../model/tables.ts'
import type { ChangeKind } from '../store/change-set.ts'
import type { Store } from '../store/store.ts'
import { Activity } from './journal/activity.ts'
import type { Clock } from './time/clock.ts'
import { chanceFrom, Faults } from './faults/faults.ts'
import { HealthLog } from './health/health-log.ts'
import { History } from './state/history.ts'
import { Journal } from './journal/journal.ts'
import type { Checkpoint } from './state/checkpoint.ts'
import { RuntimeSettings } from './state/runtime-settings.ts'
import { loadExpressions } from '../model/shared/expressions.ts'
import type { Random } from '../model/shared/random.ts'
import type { Recorder } from './state/recorder.ts'
import { Scenarios } from './scenarios/scenarios.ts'
import { SignIns } from './access/sign-ins.ts'
import { RateLimit } from './access/rate-limit.ts'
import type { Generator, ImportOptions, ResetOptions, SandboxParts, SeededSettings } from './sandbox-parts.ts'
import { Snapshots } from './state/snapshots.ts'
import { withRollback, type Revertible } from './state/rollback.ts'

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
  readonly generator: Generator
  /** The result of importing the data that it was created from: what was taken, changed and skipped. */
  readonly imported: ImportSummary | undefined
  /** The members that are rolled back together when a transaction fails. */
  #own: Pick<Sandbox, 'settings' | 'baseline'>
  #recorder: Recorder | undefined
  #isSavingCounts = false

  constructor(id: string, settings: SeededSettings, parts: SandboxParts) {
    this.id = id
    this.store = parts.store
    this.clock = parts.clock
    this.random = parts.random
    this.runtimeSettings = new RuntimeSettings(settings)
    this.signIns = new SignIns(parts.clock, parts.random)
    this.journal = new Journal(settings.journal, settings.journalBudget)
    this.rateLimit = new RateLimit(parts.clock)
    this.faults = parts.faults ?? new Faults(parts.clock, chanceFrom(settings.seed))
    this.scenarios = new Scenarios(this, settings.scenarios)
    this.snapshots = parts.snapshots ?? new Snapshots()
    this.history = new History(parts.store, parts.clock, settings.undoBudget)
    this.healthLog = new HealthLog(parts.store, parts.clock)
    this.imported = parts.imported
    this.generator = parts.generator
    this.#own = { settings, baseline: parts.baseline ?? this.checkpoint() }
  }

  get settings(): SeededSettings {
    return this.#own.settings
  }

  /** The data as it is now. */
  get data(): DataState['tables'] {
    return this.store.tables
  }

  /** What a reset restores. */
  get baseline(): Checkpoint {
    return this.#own.baseline
  }

  /** The sandbox as it is now. */
  checkpoint(): Checkpoint {
    const { store, random, clock } = this

    return { state: store.state, random: random.position, clock: clock.setting, at: clock.timestamp() }
  }

  /**
   * Runs several changes as one transaction: all are applied and saved, or none. Transactions of a sandbox are
   * serialized.
   *
   * @param by name of the user who asked for it
   */
  transact<R>(work: TransactionBody<R>, by?: string): Promise<R> {
    return this.#transact(work, by, true)
  }

  /**
   * Changes the data: all of what `rule` does and calls for, or nothing when it throws.
   *
   * @param by name of the user who asked for it
   */
  change<R>(rule: (draft: DataDraft) => R | Promise<R>, by?: string): Promise<R> {
    return this.#transact((transaction) => this.changeIn(transaction, rule), by, false)
  }

  /** The same as part of a transaction. */
  changeIn<R>(transaction: DataTransaction, rule: (draft: DataDraft) => R | Promise<R>): Promise<R> {
    return transaction.change(async (draft) => {
      const result = await rule(draft)

      reactToChanges(draft)

      return result
    })
  }

  /** Restores the baseline, and forgets sign-ins, faults and scenario. Takes constant time. */
  async reset({ seed = this.settings.seed, clock = false, by }: ResetOptions = {}): Promise<void> {
    const isOther = seed !== this.settings.seed
    const state = isOther ? await this.generator.state(undefined, seed) : undefined

    await this.transact(async (transaction) => {
      if (state) this.#startFrom({ ...this.baseline, state, random: seed }, seed)
      this.scenarios.forget()
      this.faults.reset(chanceFrom(this.settings.seed))
      this.runtimeSettings.forget()
      this.restoreIn(transaction, this.baseline, 'reset', { clock })
      this.signIns.clear()
      if (this.settings.scenario !== undefined)
        await this.scenarios.enter(transaction, this.settings.scenario)
    }, by)

    this.activity.clear()
    this.graphSnapshot = undefined
  }

  /**
   * Puts what a data file holds in place of everything. Nothing changes unless all of it fits.
   *
   * @throws {InvalidRequest} naming everything in the file that does not fit together
   */
  async import(file: DataFile, { isBase = false, by }: ImportOptions = {}): Promise<void> {
    const checkpoint = await this.checkpointOf(file)

    await this.transact((transaction) => {
      this.restoreIn(transaction, checkpoint, 'import', { clock: file.clock !== undefined })
      if (isBase) this.#startFrom(checkpoint, file.seed)
    }, by)
  }

  /** Restores a checkpoint: data and random source, and the clock when asked. */
  restoreIn(transaction: DataTransaction, to: Checkpoint, kind: ChangeKind, { clock = false } = {}): void {
    if (clock) this.clock.restore(to.clock) // first, since it may refuse
    this.random.restore(to.random)
    transaction.replace(to.state, kind)
  }

  /** Saves the present state under a name, replacing a snapshot of that name. */
  takeSnapshot(name: string): Promise<Checkpoint> {
    return this.transact(() => this.snapshots.save(name, this.checkpoint()))
  }

  /** Saves the counters of faults in the background, with the next change at the latest. */
  saveCounts(): void {
    if (!this.#recorder || this.#isSavingCounts) return
    this.#isSavingCounts = true
    void this.transact(() => (this.#isSavingCounts = false)).catch(() => undefined) // the next change says so
  }

  #startFrom(baseline: Checkpoint, seed = this.settings.seed): void {
    this.#own = { settings: { ...this.settings, seed }, baseline }
  }

  #transact<R>(work: TransactionBody<R>, by: string | undefined, isMoreThanData: boolean): Promise<R> {
    // A rule draws random numbers, and can change nothing else besides the data.
    const parts = isMoreThanData ? this.#parts : [this.random]

    return this.store.transact(async (transaction) => {
      await loadExpressions() // rules match texts synchronously

      return withRollback(parts, async () => {
        const result = await work(transaction)

        await this.#recorder?.record(this, { ...this.checkpoint(), state: transaction.state }, isMoreThanData)

        return result
      })
    }, by)
  }

  /** The parts that are rolled back when a transaction fails. */
  get #parts(): readonly Revertible[] {
    const { clock, random, runtimeSettings, signIns, faults, scenarios, snapshots } = this
    const savepoint = () => {
      const own = this.#own

      return () => void (this.#own = own)
    }

    return [clock, random, runtimeSettings, signIns, faults, scenarios, snapshots, { savepoint }]
  }

  /** Passes to `recorder` all further changes that should outlive the sandbox. */
  recordWith(recorder: Recorder): void {
    this.#recorder = recorder
  }

  /** A sandbox of its own, with the same data, time and random source. Takes constant time. */
  fork(id: string): Sandbox {
    const clock = this.clock.fork()
    const fork = new Sandbox(id, this.settings, {
      store: this.store.fork(),
      clock,
      random: this.random.fork(),
      generator: this.generator,
      imported: this.imported,
      snapshots: this.snapshots.fork(),
      faults: this.faults.fork(clock),
    })

    fork.runtimeSettings.restore(this.runtimeSettings.saved)
    fork.scenarios.copyFrom(this.scenarios)

    return fork
  }

  /** The moment that a data file describes; what it leaves open is as it is now. */
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

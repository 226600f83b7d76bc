import type { DataFile } from '../model/data-file/data-file.ts'
import type { ImportSummary } from '../model/data-file/import-summary.ts'
import type { LabelCase } from '../model/health/component.ts'
import { reactToChanges } from '../model/notifications/reactions.ts'
import type { GraphSnapshot } from '../model/statistics/graph-snapshot.ts'
import type { DataDraft, DataState, tables } from '../model/tables.ts'
import type { Origin } from '../store/change-set.ts'
import type { Store } from '../store/store.ts'
import { Activity } from './journal/activity.ts'
import type { Clock } from './time/clock.ts'
import { chanceFrom, Faults } from './faults/faults.ts'
import { HealthLog } from './health/health-log.ts'
import { History } from './state/history.ts'
import { Journal } from './journal/journal.ts'
import type { Checkpoint } from './state/checkpoint.ts'
import { Random } from '../model/shared/random.ts'
import type { Recorder } from './state/recorder.ts'
import { Scenarios } from './scenarios/scenarios.ts'
import { defaultUserName, SignIns } from './access/sign-ins.ts'
import { RateLimit } from './access/rate-limit.ts'
import type { GenerateState, SavedSandbox, SandboxParts, SandboxSettings } from './sandbox-parts.ts'
import type { RuntimeState } from './state/runtime-state.ts'
import { Snapshots } from './state/snapshots.ts'

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

/**
 * One private world: its data, clock, random source and sign-ins. Nothing is shared with another sandbox but
 * data that neither has changed.
 */
export class Sandbox {
  readonly id: string
  readonly store: Store<typeof tables>
  readonly clock: Clock
  readonly random: Random
  readonly signIns: SignIns
  readonly journal: Journal
  readonly rateLimit: RateLimit
  readonly activity = new Activity()
  /** What the graph service last built, if it has built one. */
  graphSnapshot: GraphSnapshot | undefined
  readonly faults: Faults
  readonly scenarios: Scenarios
  readonly snapshots: Snapshots
  readonly history: History
  readonly healthLog: HealthLog
  /** What became of the data that it was made from: what was taken, changed and left out. */
  readonly imported: ImportSummary | undefined
  readonly #generate: GenerateState
  #settings: SandboxSettings
  #first: Checkpoint
  /** Undefined while it is the one that the settings say. */
  #actingUser: string | null | undefined
  #labelCase: LabelCase = 'documented'
  #recorder: Recorder | undefined

  constructor(id: string, settings: SandboxSettings, parts: SandboxParts) {
    this.id = id
    this.store = parts.store
    this.clock = parts.clock
    this.random = parts.random
    this.signIns = new SignIns(parts.clock, parts.random)
    this.journal = new Journal(settings.journal)
    this.rateLimit = new RateLimit(parts.clock)
    this.faults = parts.faults ?? new Faults(parts.clock, chanceFrom(settings.seed))
    this.scenarios = new Scenarios(this, settings.scenarios)
    this.snapshots = parts.snapshots ?? new Snapshots()
    this.history = new History(parts.store, parts.clock)
    this.healthLog = new HealthLog(parts.store, parts.clock)
    this.imported = parts.imported
    this.#generate = parts.generate
    this.#settings = settings
    this.#first = parts.first ?? this.checkpoint()
  }

  get settings(): SandboxSettings {
    return this.#settings
  }

  /** Name of the user whom requests without credentials come from; null to refuse such requests. */
  get actingUser(): string | null {
    return this.#actingUser === undefined ? firstActingUser(this.#settings) : this.#actingUser
  }

  set actingUser(name: string | null) {
    this.#actingUser = name === firstActingUser(this.#settings) ? undefined : name
    this.#recorder?.recordRuntime(this)
  }

  /** How status resources write colours. */
  get labelCase(): LabelCase {
    return this.#labelCase
  }

  set labelCase(labelCase: LabelCase) {
    this.#labelCase = labelCase
    this.#recorder?.recordRuntime(this)
  }

  /** The data as it is now. */
  get data(): DataState['tables'] {
    return this.store.tables
  }

  /** What a reset goes back to. */
  get first(): Checkpoint {
    return this.#first
  }

  /** The sandbox as it is now. */
  checkpoint(): Checkpoint {
    return {
      state: this.store.state,
      random: this.random.position,
      clock: this.clock.setting,
      at: this.clock.timestamp(),
    }
  }

  /** What is so beside the data, as plain data. */
  get runtimeState(): RuntimeState {
    return {
      user: this.#actingUser,
      labelCase: this.#labelCase,
      signIns: this.signIns.issued,
      faults: this.faults.kept,
      scenario: this.scenarios.kept,
      random: this.random.position,
    }
  }

  /**
   * Changes the data: all of what `rule` does and calls for, or nothing when it throws.
   *
   * @param by name of the user who asked for it
   */
  change<R>(rule: (draft: DataDraft) => R, by?: string): Promise<R> {
    return this.store.change((draft) => {
      const result = rule(draft)

      reactToChanges(draft)

      return result
    }, by)
  }

  /**
   * Puts back the first data, with its random source, and forgets who signed in, faults and scenario. Takes
   * constant time.
   */
  async reset({ seed = this.#settings.seed, clock = false, by }: ResetOptions = {}): Promise<void> {
    if (seed !== this.#settings.seed) {
      const state = await this.#generate(undefined, seed)

      this.startFrom({ ...this.#first, state, random: seed }, seed)
    }

    this.scenarios.forget()
    this.faults.reset(chanceFrom(this.#settings.seed))
    this.actingUser = firstActingUser(this.#settings)
    this.labelCase = 'documented'
    await this.putBack(this.#first, { kind: 'reset', by }, { clock })
    this.signIns.clear()
    this.activity.clear()
    this.graphSnapshot = undefined
    if (this.#settings.scenario !== undefined) await this.scenarios.enter(this.#settings.scenario, by)
  }

  /**
   * Puts what a data file holds in place of everything. Nothing changes unless all of it fits.
   *
   * @throws {InvalidRequest} naming everything in the file that does not fit together
   */
  async import(file: DataFile, { isBase = false, by }: ImportOptions = {}): Promise<void> {
    const checkpoint = await this.#checkpointOf(file)

    await this.putBack(checkpoint, { kind: 'import', by }, { clock: file.clock !== undefined })
    if (isBase) this.startFrom(checkpoint, file.seed)
  }

  /** Puts another moment in place of the current one: data and random source, and the clock when asked. */
  putBack(checkpoint: Checkpoint, origin: Origin, { clock = false } = {}): Promise<void> {
    return this.store.replace(() => {
      if (clock) this.clock.follow(checkpoint.clock) // first, since it may refuse
      this.random.rewind(checkpoint.random)

      return checkpoint.state
    }, origin)
  }

  /** Keeps the sandbox as it is now under a name, which may have been another snapshot's. */
  takeSnapshot(name: string): Checkpoint {
    return this.#keep(name, this.checkpoint())
  }

  /** Keeps what a data file holds under a name, as if the sandbox had been so once; it stays as it is. */
  async importSnapshot(name: string, file: DataFile): Promise<Checkpoint> {
    return this.#keep(name, await this.#checkpointOf(file))
  }

  /** Gives a snapshot another name, which may have been another snapshot's. */
  renameSnapshot(name: string, other: string): void {
    const checkpoint = this.snapshots.get(name)

    if (!checkpoint || name === other) return
    this.#recorder?.set(this, `snapshot ${other}`, checkpoint)
    this.#recorder?.drop(this, `snapshot ${name}`)
    this.snapshots.rename(name, other)
  }

  /** Whether there was a snapshot to delete. */
  deleteSnapshot(name: string): boolean {
    if (!this.snapshots.get(name)) return false
    this.#recorder?.drop(this, `snapshot ${name}`)

    return this.snapshots.delete(name)
  }

  /** Makes `moment` what a reset goes back to. */
  startFrom(checkpoint: Checkpoint, seed = this.#settings.seed): void {
    this.#settings = { ...this.#settings, seed }
    this.#recorder?.set(this, 'first', checkpoint)
    this.#first = checkpoint
  }

  /** Tells `recorder` of everything from now on that should outlive the sandbox. */
  recordWith(recorder: Recorder): void {
    const recordRuntime = () => recorder.recordRuntime(this)

    this.#recorder = recorder
    this.signIns.onChange(recordRuntime)
    this.faults.onChange(recordRuntime)
    this.scenarios.onChange(recordRuntime)
    this.store.guardWith((change) =>
      recorder.set(this, 'current', { ...this.checkpoint(), state: change.after }),
    )
    this.clock.onSet(() => recorder.set(this, 'current', this.checkpoint()))
  }

  /** A sandbox of its own, with the same data, time and random source. Takes constant time. */
  fork(id: string): Sandbox {
    const clock = this.clock.fork()

    return this.#copy(id, this.settings, {
      store: this.store.fork(),
      clock,
      random: this.random.fork(),
      generate: this.#generate,
      imported: this.imported,
      snapshots: this.snapshots.fork(),
      faults: this.faults.fork(clock),
    })
  }

  /** A sandbox as it was kept elsewhere, set up in everything else as this one is. */
  restore(id: string, { current, first, seed, snapshots, runtimeState, before }: SavedSandbox): Sandbox {
    const clock = this.clock.fork()

    clock.follow(current.clock)

    const restored = this.#copy(
      id,
      { ...this.settings, seed },
      {
        store: this.store.at(current.state),
        clock,
        random: new Random(current.random),
        generate: this.#generate,
        snapshots,
        first,
      },
    )

    if (runtimeState) restored.#resume(runtimeState, before)

    return restored
  }

  #resume(
    { user, labelCase, signIns, faults, scenario }: RuntimeState,
    before: Checkpoint | undefined,
  ): void {
    this.#actingUser = user
    this.#labelCase = labelCase
    this.signIns.restore(signIns)
    this.faults.resume(faults)
    this.scenarios.resume(scenario, before)
  }

  /** The moment that a data file describes; what it leaves open is as it is now. */
  async #checkpointOf(file: DataFile): Promise<Checkpoint> {
    const seed = file.seed ?? this.#settings.seed

    return {
      ...this.checkpoint(),
      state: await this.#generate(file, seed),
      random: file.random ?? seed,
      ...(file.clock ? { clock: file.clock } : {}),
    }
  }

  #keep(name: string, checkpoint: Checkpoint): Checkpoint {
    this.#recorder?.set(this, `snapshot ${name}`, checkpoint)
    this.snapshots.save(name, checkpoint)

    return checkpoint
  }

  #copy(id: string, settings: SandboxSettings, parts: SandboxParts): Sandbox {
    const copy = new Sandbox(id, settings, parts)

    copy.actingUser = this.actingUser
    copy.labelCase = this.labelCase
    copy.scenarios.follow(this.scenarios)

    return copy
  }
}

function firstActingUser({ auth }: SandboxSettings): string | null {
  return auth === 'required' ? null : defaultUserName
}

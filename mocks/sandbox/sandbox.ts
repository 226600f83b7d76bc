import type { DataFile, ImportSummary } from '../data/model/data-file/data-file.ts'
import type { PropertyMember } from '../data/model/definitions/definition.ts'
import type { JsonObject } from '../data/model/shared/json.ts'
import { Random } from '../data/model/shared/random.ts'
import { inSlices, runSync, type Sliced } from '../data/model/shared/slices.ts'
import type { GraphCounts } from '../data/model/statistics/entity-statistics.ts'
import type { Data, DataState } from '../data/model/data-tables.ts'
import { ChangeSet } from '../data/store/change-set.ts'
import { faultsIn, faultsOfRules, matchFaults, withCounts, type MatchedFaults } from './faults/fault-set.ts'
import type { RequestFacts } from './faults/request-pattern.ts'
import { faultSeed, type Fault } from './faults/fault-rule.ts'
import { passthroughRules, type Upstream } from './passthrough.ts'
import { HealthLog } from './health/health-log.ts'
import { Activity } from './journal/activity.ts'
import { Uses, type ExpiredSandbox } from './lifetime/use-and-expiry.ts'
import type { Budget } from './budget.ts'
import { Journal } from './journal/journal.ts'
import { RateLimit } from './access/rate-limit.ts'
import type { SandboxSettings } from './sandbox-settings.ts'
import { endScenario, enterScenario, withoutScenario } from './scenarios/sandbox-scenarios.ts'
import { History, type HistoryEntry } from './state/history.ts'
import { HeldRequests } from './faults/held-requests.ts'
import {
  checkpointOf,
  controlAfterReset,
  emptyRuntime,
  changesButShrinksNoTable,
  type ChangeRecorder,
  type MessageSender,
  type Checkpoint,
  type Control,
  type Checkpoints,
  type SandboxState,
} from './state/sandbox-state.ts'
import { beginChange, rejectPromise, type SandboxDraft } from './state/sandbox-draft.ts'
import type { Clock } from './time/clock.ts'

/** The settings of a sandbox, and the budget that its forks share. */
export interface SharedSettings extends SandboxSettings {
  readonly budget: Budget
  /** What it was created with to replay. */
  readonly recording: Upstream | undefined
  readonly sender: MessageSender<Sandbox> | undefined
}

interface DataGenerator {
  /** The data of a file, completed from the seed; without a file, the data that the sandbox is configured with. */
  state(file: DataFile | undefined, seed: number): Promise<DataState>
  /** Values for the properties of an entity; unique ones differ by `index`. */
  values(
    members: readonly PropertyMember[],
    entity: { data: Data; definition: string; seed: number; index: number },
  ): Promise<JsonObject>
}

interface SandboxParts {
  readonly state: SandboxState
  /** The machine's clock, with any setting. */
  readonly clock: Clock
  readonly generator: DataGenerator
  /** The result of importing the data that it was created from. */
  readonly imported?: ImportSummary | undefined
}

interface ResetOptions {
  /** Another seed to generate the data from. Default the sandbox's. */
  readonly seed?: number | undefined
  /** Whether the clock is restored too. Default no. */
  readonly clock?: boolean | undefined
  /** Name of the user who requested it. */
  readonly by?: string | undefined
}

interface ImportOptions {
  /** Whether the imported data becomes the baseline. Default no. */
  readonly becomesBaseline?: boolean | undefined
  /** Name of the user who requested it. */
  readonly by?: string | undefined
}

/**
 * A sandbox: what it knows, as one value, and its journal and history. Its forks share what neither has changed, the
 * generator, and the memory budget.
 */
export class Sandbox {
  readonly id: string
  readonly settings: SharedSettings
  readonly clock: Clock
  readonly journal: Journal
  readonly rateLimit: RateLimit
  readonly activity = new Activity()
  readonly held = new HeldRequests()
  readonly uses: Uses
  /** The expired sandbox that had this id before. */
  predecessor: ExpiredSandbox | undefined
  /** The graph service's last snapshot, if there is one. */
  graphSnapshot: GraphCounts | undefined
  readonly history: History
  readonly healthLog: HealthLog
  readonly generator: SandboxParts['generator']
  /** The result of importing the data that it was created from. */
  readonly imported: ImportSummary | undefined
  /** The faults of the setting `passthrough`. Those that users add are in the state. */
  readonly passthroughFaults: readonly Fault[]
  readonly #disposers = new Set<() => void>()
  readonly #followers = new Set<() => void>()
  readonly #first: SandboxState
  #state: SandboxState
  #newest: SandboxState
  /** Which of the newest states it is, not counting those that differ in counts of faults only. */
  #version = 0
  #recorder: ChangeRecorder | undefined
  /** Resolve when what is being stored is, and when what came meanwhile is, which is stored after it as a whole. */
  #inProgress: Promise<void> | undefined
  #waiting: Promise<void> | undefined

  constructor(id: string, settings: SharedSettings, { state, clock, generator, imported }: SandboxParts) {
    this.id = id
    this.settings = settings
    this.#first = this.#state = this.#newest = state
    this.clock = clock.following(() => this.#state.control.clock)
    this.uses = new Uses(() => clock.machineNow())
    this.journal = new Journal(settings.journal, settings.budget)
    this.rateLimit = new RateLimit(this.clock)
    this.history = new History(settings.budget)
    this.healthLog = new HealthLog(state.data.tables.components, this.clock)
    this.passthroughFaults = faultsOfRules(passthroughRules(settings))
    this.generator = generator
    this.imported = imported
  }

  /** The stored state, which readers see; without a recorder, the newest one. */
  get state(): SandboxState {
    return this.#state
  }

  /** The state after all changes, which may not be stored yet. A reply that follows from it waits for `whenStored`. */
  get newest(): SandboxState {
    return this.#newest
  }

  /** Resolves when the newest state outlives the process; undefined if it does, or nothing is stored. @throws {ApiError} 507 */
  get whenStored(): Promise<void> | undefined {
    return this.#waiting ?? this.#inProgress
  }

  /** Of the stored state, as `control` and `checkpoints` are. */
  get data(): DataState['tables'] {
    return this.#state.data.tables
  }

  get control(): Control {
    return this.#state.control
  }

  get checkpoints(): Checkpoints {
    return this.#state.checkpoints
  }

  /** Whether anything has changed since it was created. */
  get hasChanged(): boolean {
    return this.#newest !== this.#first
  }

  /** A checkpoint of the stored state. */
  checkpoint(): Checkpoint {
    return checkpointOf(this.#state, this.clock.timestamp())
  }

  /**
   * Changes the sandbox, with what follows: messages, jobs. If `rule` throws, nothing changes.
   *
   * @param by name of the user who requested it
   */
  change<R>(rule: (draft: SandboxDraft) => R, by?: string): R {
    const before = this.#newest
    const draft = beginChange(this, before, by)
    const result = rule(draft)

    rejectPromise(result, 'What changes a sandbox')
    if (this.#newest !== before) throw new TypeError('What changes a sandbox must not begin another change.')
    this.#put(runSync(draft.commit()), draft, by)

    return result
  }

  /**
   * Changes the sandbox by long work, in slices. If something else than counts of faults has changed meanwhile, the work
   * begins again; the third time it does not pause. Resolves when the change is stored.
   */
  async changeInSlices<R>(rule: (draft: SandboxDraft) => Sliced<R>, by?: string): Promise<R> {
    for (let tries = 0; tries < 2; tries++) {
      const version = this.#version
      const draft = beginChange(this, this.#newest, by)
      const result = await inSlices(rule(draft))
      const after = await inSlices(draft.commit())

      if (this.#version !== version) continue
      this.#put(withCounts(after, faultsIn(this.#newest), this.#newest.control.faultRandom), draft, by)
      await this.whenStored

      return result
    }

    const result = this.change((draft) => runSync(rule(draft)), by)

    await this.whenStored

    return result
  }

  /**
   * The faults that apply to a request, which it is counted in. Counts are seen at once: no reply waits until they are
   * stored, and a change that can't be stored does not take them back.
   */
  countInFaults(request: RequestFacts): MatchedFaults | undefined {
    const random = new Random(this.#newest.control.faultRandom)
    const { counted, matched } = matchFaults(faultsIn(this.#state), this.passthroughFaults, request, {
      now: this.clock.now(),
      random,
    })

    if (counted.length > 0) {
      const isStored = this.#newest === this.#state

      this.#newest = withCounts(this.#newest, counted, random.state)
      this.#state = isStored ? this.#newest : withCounts(this.#state, counted, random.state)
      this.#store()
    }

    return matched
  }

  /** Undoes or redoes a change of the data. Returns it, if there was one, and how many are left. */
  undoOrRedo(
    kind: 'undo' | 'redo',
    by?: string,
  ): { entry: HistoryEntry | undefined; steps: ReturnType<History['steps']> } {
    const entry = this.change((draft) => this.history.step(kind, draft), by)

    return { entry, steps: this.history.steps(this.history.pending) }
  }

  /** Restores the baseline, and clears sign-ins, faults and scenario. Takes constant time, except with another seed. */
  async reset({ seed = this.#newest.control.seed, clock = false, by }: ResetOptions = {}): Promise<void> {
    const data = seed === this.#newest.control.seed ? undefined : await this.generator.state(undefined, seed)

    this.change((draft) => {
      endScenario(draft)
      if (data) {
        draft.checkpoints = {
          ...draft.checkpoints,
          baseline: { ...draft.checkpoints.baseline, data, random: seed },
        }
        draft.set({ seed })
      }
      draft.set({ ...controlAfterReset, faultRandom: faultSeed(draft.control.seed) })
      draft.clearRuntime()
      draft.restore(draft.checkpoints.baseline, 'reset', { clock })
      if (this.settings.scenario !== undefined) enterScenario(draft, this.settings.scenario)
    }, by)
    this.activity.clear()
    this.rateLimit.clear()
    this.graphSnapshot = undefined
    await this.whenStored
  }

  /**
   * Replaces the data with that of a data file. Nothing changes if the file is invalid.
   *
   * @throws {InvalidRequest} with everything that is invalid in the file
   */
  async import(file: DataFile, { becomesBaseline = false, by }: ImportOptions = {}): Promise<void> {
    const checkpoint = await this.checkpointInFile(file)

    this.change((draft) => {
      draft.restore(checkpoint, 'import', { clock: file.clock !== undefined })
      if (!becomesBaseline) return
      draft.checkpoints = { ...draft.checkpoints, baseline: checkpoint }
      draft.set({ seed: file.seed ?? draft.control.seed })
    }, by)
    await this.whenStored
  }

  /** Has `recorder` store all further changes. */
  recordWith(recorder: ChangeRecorder): void {
    this.#recorder = recorder
  }

  /** A separate sandbox with the same stored data, time and random source, which its reset restores. Takes constant time. */
  fork(id: string): Sandbox {
    const { data, control, runtime, checkpoints } = this.#state
    const { tokens, messages } = emptyRuntime.tables
    const state = {
      data,
      control,
      runtime: { ...runtime, tables: { ...runtime.tables, tokens, messages } },
      checkpoints: { ...checkpoints, baseline: withoutScenario(this, this.checkpoint()) },
    }
    const { clock, generator, imported } = this

    return new Sandbox(id, this.settings, { state, clock, generator, imported })
  }

  /** Calls `dispose` when the sandbox is unloaded; returns a function that removes it. */
  onDispose(dispose: () => void): () => void {
    this.#disposers.add(dispose)

    return () => this.#disposers.delete(dispose)
  }

  /** Calls `follower` when the state may be another one; returns a function that removes it. */
  onState(follower: () => void): () => void {
    this.#followers.add(follower)

    return () => this.#followers.delete(follower)
  }

  /** Ends the sandbox's streams, and releases the memory of its journal and history. */
  dispose(): void {
    for (const dispose of this.#disposers) dispose()
    this.journal.clear()
    this.history.dispose()
    this.held.close()
  }

  /** The checkpoint that a data file describes; what is missing there is taken from the current state. */
  async checkpointInFile(file: DataFile): Promise<Checkpoint> {
    const seed = file.seed ?? this.control.seed

    return {
      ...this.checkpoint(),
      data: await this.generator.state(file, seed),
      random: file.random ?? seed,
      ...(file.clock ? { clock: file.clock } : {}),
    }
  }

  #put(next: SandboxState, { kind, clock }: SandboxDraft, by: string | undefined): void {
    const before = this.#newest
    const isForHistory = next.data !== before.data || kind !== 'change'

    // Undo and reset restore what was there.
    if ((kind === 'change' || kind === 'import') && changesButShrinksNoTable(before, next))
      this.settings.budget.checkProcessMemory()

    if (next === before && !isForHistory) return
    if (isForHistory)
      this.history.addPending(new ChangeSet(before.data, next.data, { kind, by }), clock.now())
    this.#newest = next
    this.#version += 1
    this.held.keepOnly(next.runtime.tables.faults)
    this.#store()
  }

  /** Has the newest state stored, and then publishes it with the changes that led to it. */
  #store(): void {
    const recorder = this.#recorder

    if (!recorder) this.#publish(this.#newest, this.history.pending)
    else if (!this.#waiting) {
      // If what is before it can't be stored, this can't either.
      this.#waiting = (this.#inProgress ?? Promise.resolve()).then(() => this.#storeWaiting(recorder))
      this.#waiting.catch(() => undefined) // for those who wait for it
    }
  }

  async #storeWaiting(recorder: ChangeRecorder): Promise<void> {
    const state = this.#newest
    const changes = this.history.pending

    this.#inProgress = this.#waiting
    this.#waiting = undefined
    try {
      await recorder.record(this, state)
      this.#publish(withCounts(state, faultsIn(this.#state)), changes)
    } catch (error) {
      this.#newest = this.#state
      this.#version += 1
      this.#waiting = undefined
      this.history.discardPending()
      throw error
    } finally {
      this.#inProgress = undefined
    }
  }

  #publish(state: SandboxState, changes: readonly HistoryEntry[]): void {
    this.#state = state
    for (const entry of changes) {
      this.healthLog.add(entry.change)
      this.history.publish(entry)
    }
    // These read the history, as event streams do.
    for (const follower of this.#followers) follower()
    this.settings.sender?.wake(this)
  }
}

import { setHealth } from '../../model/health/changes.ts'
import type { DataDraft, DataTransaction } from '../../model/tables.ts'
import { faultPresets } from '../faults/fault-rule.ts'
import type { Checkpoint } from '../state/snapshots.ts'
import { RequestMatcher, type RequestFacts } from '../faults/request-pattern.ts'
import type { Clock } from '../time/clock.ts'
import type { Faults } from '../faults/faults.ts'
import { type DefinedScenario, setsCondition, type ScenarioConditions, type Scenario } from './scenario.ts'
import { KnownScenarios } from './known-scenarios.ts'
import { checkpointWithout, restoreHealth, type ActiveScenario } from './active-scenario.ts'
import type { SavedScenario } from '../state/runtime-state.ts'

/** The parts of a sandbox that scenarios change. */
interface ScenarioTarget {
  readonly clock: Clock
  readonly faults: Faults
  readonly runtimeSettings: { actingUser: string | null }
  checkpoint(): Checkpoint
  changeIn(transaction: DataTransaction, rule: (draft: DataDraft) => void): Promise<void>
  restoreIn(transaction: DataTransaction, checkpoint: Checkpoint, kind: 'restore'): void
}

/** The origin of the faults of a scenario. */
function originOf(scenario: Scenario): string {
  return `scenario ${scenario.name}`
}

/** The available scenarios of a sandbox, and the active one. */
export class Scenarios {
  readonly #sandbox: ScenarioTarget
  #known: KnownScenarios
  #active: ActiveScenario | undefined

  /** @param configured scenarios besides the built-in ones, which they replace if they have the same name */
  constructor(sandbox: ScenarioTarget, configured: readonly Scenario[] = []) {
    this.#sandbox = sandbox
    this.#known = KnownScenarios.from(configured)
  }

  get active(): Scenario | undefined {
    return this.#active?.scenario
  }

  /** The number of remaining steps of the active scenario. */
  get stepsLeft(): number {
    return this.#active?.steps.length ?? 0
  }

  get known(): KnownScenarios {
    return this.#known
  }

  /** Adds a scenario, or replaces another of its name, which ends if it is active. */
  async define(transaction: DataTransaction, scenario: DefinedScenario): Promise<void> {
    const known = this.#known.with(scenario)

    if (this.active?.name === scenario.name) await this.leave(transaction)
    this.#known = known
  }

  /**
   * Removes a scenario that was defined at run time, which ends if it is active. A configured one of its name is
   * available again.
   *
   * @throws {ApiError} 409 for another scenario
   */
  async remove(transaction: DataTransaction, name: string): Promise<void> {
    const known = this.#known.without(this.#known.find(name).name)

    if (this.active?.name === name) await this.leave(transaction)
    this.#known = known
  }

  /**
   * Leaves the active scenario and enters another.
   *
   * @throws {NotFound} when the name is unknown
   */
  async enter(transaction: DataTransaction, name: string): Promise<void> {
    const scenario = this.#known.find(name)

    await this.leave(transaction)

    const checkpoint = { ...this.#sandbox.checkpoint(), state: transaction.state }
    const before = { checkpoint, user: this.#sandbox.runtimeSettings.actingUser }
    const active = { scenario, before, steps: scenario.steps ?? [], seen: 0 }

    await this.#apply(transaction, scenario, scenario)
    this.#active = active
  }

  /** Reverts what the scenario changed: faults, labels, user, clock and data. */
  async leave(transaction: DataTransaction): Promise<void> {
    const active = this.#active

    if (!active) return

    const { scenario, before } = active
    const { components } = before.checkpoint.state.tables

    this.end()
    if (setsCondition(scenario, 'user')) this.#sandbox.runtimeSettings.actingUser = before.user

    if (setsCondition(scenario, 'data')) {
      this.#sandbox.restoreIn(transaction, before.checkpoint, 'restore')
    } else if (setsCondition(scenario, 'health')) {
      await this.#sandbox.changeIn(transaction, (draft) =>
        restoreHealth(draft, components, this.#sandbox.clock.now()),
      )
    }
  }

  /** Ends the scenario, its faults and its clock without reverting anything else, because a reset does that. */
  end(): void {
    if (!this.#active) return

    const { scenario, before } = this.#active

    this.#sandbox.faults.removeFrom(originOf(scenario))
    if (setsCondition(scenario, 'clock')) this.#sandbox.clock.restore(before.checkpoint.clock)
    this.#active = undefined
  }

  /** The state before the active scenario. */
  get before(): Checkpoint | undefined {
    return this.#active?.before.checkpoint
  }

  /** A checkpoint of the sandbox without what the active scenario has changed. */
  withoutActive(checkpoint: Checkpoint): Checkpoint {
    return this.#active ? checkpointWithout(this.#active, checkpoint) : checkpoint
  }

  /** The active scenario as plain data, without the checkpoint before it. */
  get saved(): SavedScenario | null {
    if (!this.#active) return null

    const { scenario, before, steps, seen } = this.#active

    return { name: scenario.name, stepsLeft: steps.length, seen, userBefore: before.user }
  }

  /** Restores the state of an earlier run. If the scenario no longer exists, its changes remain. */
  restore(
    saved: SavedScenario | null,
    defined: readonly DefinedScenario[],
    checkpoint: Checkpoint | undefined,
  ): void {
    this.#known = this.#known.withDefined(defined)

    const scenario = saved ? this.#known.list().find(({ name }) => name === saved.name) : undefined

    this.#active = undefined
    if (!saved || !scenario || !checkpoint) return

    const { stepsLeft, seen, userBefore } = saved
    const steps = scenario.steps ?? []

    this.#active = {
      scenario,
      before: { checkpoint, user: userBefore },
      steps: steps.slice(Math.max(0, steps.length - stepsLeft)),
      seen,
    }
  }

  /** Returns a function that restores the current state. */
  savepoint(): () => void {
    const active = this.#active
    const known = this.#known

    return () => {
      this.#active = active
      this.#known = known
    }
  }

  /** Copies the available scenarios of another sandbox, and its active one with its progress. */
  copyFrom(other: Scenarios): void {
    this.#known = other.#known
    this.#active = other.#active
  }

  /** Whether the next step counts a request. */
  awaits(request: RequestFacts): boolean {
    const step = this.#active?.steps[0]

    return step !== undefined && new RequestMatcher(step.after).matches(request)
  }

  /** Counts a completed request, which may trigger the next step. */
  async observe(transaction: DataTransaction, request: RequestFacts): Promise<void> {
    const active = this.#active
    const step = active?.steps[0]

    if (!active || !step || !this.awaits(request)) return

    const seen = active.seen + 1

    if (seen < (step.times ?? 1)) {
      this.#active = { ...active, seen }

      return
    }

    this.#active = { ...active, steps: active.steps.slice(1), seen: 0 }
    await this.#apply(transaction, step, active.scenario)
  }

  async #apply(
    transaction: DataTransaction,
    conditions: ScenarioConditions,
    scenario: Scenario,
  ): Promise<void> {
    const sandbox = this.#sandbox
    const { data, health, faults, user, clock } = conditions

    if (clock && 'frozen_at' in clock) sandbox.clock.freeze(Date.parse(clock.frozen_at))
    else if (clock) sandbox.clock.run(clock.offset_ms)
    if (data || health) {
      await sandbox.changeIn(transaction, (draft) => {
        data?.(draft)
        for (const [path, state] of Object.entries(health ?? {})) {
          setHealth(draft, path, state, { now: sandbox.clock.now(), source: 'scenario' })
        }
      })
    }
    if (user !== undefined) sandbox.runtimeSettings.actingUser = user
    if (faults) {
      sandbox.faults.removeFrom(originOf(scenario))
      sandbox.faults.add(
        faults.flatMap((fault) => (typeof fault === 'string' ? faultPresets[fault].rules : [fault])),
        originOf(scenario),
      )
    }
  }
}

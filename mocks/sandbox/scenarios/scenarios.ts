import { ApiError, NotFound } from '../../data/model/shared/errors.ts'
import { availableNames } from '../../data/model/shared/suggestion.ts'
import type { DataTransaction } from '../../data/model/tables.ts'
import type { Checkpoint } from '../state/snapshots.ts'
import { RequestMatcher, type RequestFacts } from '../faults/request-pattern.ts'
import { type DefinedScenario, setsCondition, type Scenario } from './scenario.ts'
import { builtInScenarios } from './built-in-scenarios.ts'
import {
  applyConditions,
  checkpointWithout,
  originOf,
  restoreHealth,
  type ActiveScenario,
  type ScenarioTarget,
} from './active-scenario.ts'
import type { SavedScenario } from '../state/runtime-state.ts'

interface ScenariosState {
  /** Those that were defined at run time, as plain data. */
  readonly defined: readonly DefinedScenario[]
  readonly active: ActiveScenario | undefined
}

/** Maximum number of scenarios that are defined at run time. */
const maxDefined = 100

/** The available scenarios of a sandbox: built in, configured, and defined at run time; and the active one. */
export class Scenarios {
  readonly #sandbox: ScenarioTarget
  readonly #predefined: readonly Scenario[]
  state: ScenariosState = { defined: [], active: undefined }

  /** @param configured scenarios besides the built-in ones, which they replace if they have the same name */
  constructor(sandbox: ScenarioTarget, configured: readonly Scenario[]) {
    this.#sandbox = sandbox
    this.#predefined = [...builtInScenarios, ...configured]
  }

  get #active(): ActiveScenario | undefined {
    return this.state.active
  }

  set #active(active: ActiveScenario | undefined) {
    this.state = { ...this.state, active }
  }

  get active(): Scenario | undefined {
    return this.#active?.scenario
  }

  /** The number of remaining steps of the active scenario. */
  get stepsLeft(): number {
    return this.#active?.steps.length ?? 0
  }

  /** A later one of the same name replaces an earlier one. */
  list(): Scenario[] {
    const all = [...this.#predefined, ...this.state.defined]

    return [...new Map(all.map((each) => [each.name, each])).values()]
  }

  /** @throws {NotFound} when the name is unknown */
  find(name: string): Scenario {
    const scenarios = this.list()
    const scenario = scenarios.find((each) => each.name === name)

    if (scenario) return scenario

    const names = availableNames(scenarios.map((each) => each.name))

    throw new NotFound(`There is no scenario "${name.slice(0, 100)}". ${names}`)
  }

  /**
   * Adds a scenario, or replaces another of its name, which ends if it is active.
   *
   * @throws {ApiError} 409 when there are too many
   */
  async define(transaction: DataTransaction, scenario: DefinedScenario): Promise<void> {
    const others = this.state.defined.filter(({ name }) => name !== scenario.name)

    if (others.length >= maxDefined) {
      throw new ApiError(
        409,
        `There are ${maxDefined} defined scenarios already. Delete some: DELETE /__sandbox/scenarios/{name}.`,
      )
    }
    await this.#setDefined(transaction, [...others, scenario], scenario.name)
  }

  /**
   * Removes a scenario that was defined at run time, which ends if it is active. A configured one of its name is
   * available again.
   *
   * @throws {NotFound} when the name is unknown
   * @throws {ApiError} 409 for a scenario that was not defined at run time
   */
  async remove(transaction: DataTransaction, name: string): Promise<void> {
    const scenario = this.find(name)
    const { defined } = this.state
    const others = defined.filter((each) => each !== scenario)

    if (others.length === defined.length) {
      throw new ApiError(
        409,
        `The scenario "${name}" is built in or configured. Only scenarios defined at run time can be removed.`,
      )
    }
    await this.#setDefined(transaction, others, name)
  }

  async #setDefined(
    transaction: DataTransaction,
    defined: readonly DefinedScenario[],
    changed: string,
  ): Promise<void> {
    if (this.active?.name === changed) await this.leave(transaction)
    this.state = { ...this.state, defined }
  }

  /**
   * Leaves the active scenario and enters another.
   *
   * @throws {NotFound} when the name is unknown
   */
  async enter(transaction: DataTransaction, name: string): Promise<void> {
    const scenario = this.find(name)

    await this.leave(transaction)

    const checkpoint = { ...this.#sandbox.checkpoint(), state: transaction.state }
    const before = { checkpoint, user: this.#sandbox.runtimeSettings.actingUser }
    const active = { scenario, before, steps: scenario.steps ?? [], seen: 0 }

    await applyConditions(this.#sandbox, transaction, scenario, scenario)
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

    this.#sandbox.faults.remove({ origin: originOf(scenario) })
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
    this.state = { defined, active: undefined }

    const scenario = this.list().find(({ name }) => name === saved?.name)

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
    await applyConditions(this.#sandbox, transaction, step, active.scenario)
  }
}

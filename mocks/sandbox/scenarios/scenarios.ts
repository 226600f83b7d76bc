import { releaseHealth, setHealth } from '../../model/health/changes.ts'
import { NotFound } from '../../model/shared/errors.ts'
import type { DataDraft } from '../../model/tables.ts'
import { builtInScenarios } from './built-in-scenarios.ts'
import { faultPresets } from '../faults/fault-presets.ts'
import type { Moment } from '../state/checkpoint.ts'
import { RequestMatcher, type RequestFacts } from '../faults/request-pattern.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Circumstances, Scenario, ScenarioStep } from './scenario.ts'
import type { KeptScenario } from '../state/runtime-state.ts'

/** A scenario under way, and how things were before it. */
interface Stage {
  readonly scenario: Scenario
  readonly before: { readonly moment: Moment; readonly user: string | null }
  /** Steps still to come. */
  steps: readonly ScenarioStep[]
  /** Requests that the next step has seen. */
  seen: number
}

/** What the faults of a scenario are marked with. */
function originOf(scenario: Scenario): string {
  return `scenario ${scenario.name}`
}

/** The situations that a sandbox can be put in, and the one it is in. */
export class Scenarios {
  readonly #sandbox: Sandbox
  readonly #scenarios: ReadonlyMap<string, Scenario>
  #stage: Stage | undefined
  #whenChanged: (() => void) | undefined

  /** @param own scenarios beside the built-in ones; one of the same name replaces it */
  constructor(sandbox: Sandbox, own: readonly Scenario[] = []) {
    this.#sandbox = sandbox
    this.#scenarios = new Map([...builtInScenarios, ...own].map((scenario) => [scenario.name, scenario]))
  }

  get current(): Scenario | undefined {
    return this.#stage?.scenario
  }

  /** Steps of the current scenario that are still to come. */
  get stepsLeft(): number {
    return this.#stage?.steps.length ?? 0
  }

  list(): Scenario[] {
    return [...this.#scenarios.values()]
  }

  /**
   * Puts the sandbox in a scenario, out of the one before.
   *
   * @throws {NotFound} when there is none of this name
   */
  async enter(name: string, by?: string): Promise<void> {
    const scenario = this.#scenarios.get(name)

    if (!scenario) {
      throw new NotFound(
        `There is no scenario "${name}". There are ${[...this.#scenarios.keys()].join(', ')}.`,
      )
    }

    await this.leave(by)

    const before = { moment: this.#sandbox.moment(), user: this.#sandbox.actingUser }
    const stage = { scenario, before, steps: scenario.steps ?? [], seen: 0 }

    await this.#apply(scenario, scenario, by)
    this.#stage = stage
    this.#whenChanged?.()
  }

  /** Takes back what the scenario did: faults, colours, user and clock; the data too, where it changed them. */
  async leave(by?: string): Promise<void> {
    const stage = this.#stage

    if (!stage) return

    const { scenario, before } = stage
    const parts = [scenario, ...(scenario.steps ?? [])]

    this.forget()
    if (parts.some(({ user }) => user !== undefined)) this.#sandbox.actingUser = before.user
    if (parts.some(({ clock }) => clock !== undefined)) this.#sandbox.clock.follow(before.moment.clock)

    if (parts.some(({ data }) => data)) {
      await this.#sandbox.putBack(before.moment, { kind: 'restore', by })
    } else if (parts.some(({ health }) => health)) {
      await this.#sandbox.change((draft) => releaseScenarioHealth(draft, this.#sandbox.clock.now()), by)
    }
  }

  /** Ends the scenario and its faults without taking anything else back, as when a reset has done so. */
  forget(): void {
    if (!this.#stage) return
    this.#sandbox.faults.removeFrom(originOf(this.#stage.scenario))
    this.#stage = undefined
    this.#whenChanged?.()
  }

  /** The sandbox as it was before the current scenario. */
  get before(): Moment | undefined {
    return this.#stage?.before.moment
  }

  /** The current scenario as plain data, beside how the sandbox was before it. */
  get kept(): KeptScenario | null {
    if (!this.#stage) return null

    const { scenario, before, steps, seen } = this.#stage

    return { name: scenario.name, stepsLeft: steps.length, seen, userBefore: before.user }
  }

  /** Goes on where an earlier run stood. Without a scenario of that name, what it did stays. */
  resume(kept: KeptScenario | null, moment: Moment | undefined): void {
    const scenario = kept ? this.#scenarios.get(kept.name) : undefined

    this.#stage = undefined
    if (!kept || !scenario || !moment) return

    const { stepsLeft, seen, userBefore } = kept
    const steps = scenario.steps ?? []

    this.#stage = {
      scenario,
      before: { moment, user: userBefore },
      steps: steps.slice(Math.max(0, steps.length - stepsLeft)),
      seen,
    }
  }

  /** Calls back whenever another scenario begins or ends, and when one moves on. */
  onChange(listener: () => void): void {
    this.#whenChanged = listener
  }

  /** Takes over where the scenarios of another sandbox stand. */
  follow(other: Scenarios): void {
    this.#stage = other.#stage && { ...other.#stage }
  }

  /** Takes note of a request that was answered; gives a promise when that brings the next step about. */
  observe(request: RequestFacts): Promise<void> | undefined {
    const stage = this.#stage
    const step = stage?.steps[0]

    if (!stage || !step || !new RequestMatcher(step.after).matches(request)) return undefined

    stage.seen += 1
    if (stage.seen < (step.times ?? 1)) {
      this.#whenChanged?.()

      return undefined
    }

    stage.steps = stage.steps.slice(1)
    stage.seen = 0
    this.#whenChanged?.()

    return this.#apply(step, stage.scenario)
  }

  async #apply(circumstances: Circumstances, scenario: Scenario, by?: string): Promise<void> {
    const sandbox = this.#sandbox
    const { data, health, faults, user, clock } = circumstances

    if (clock && 'frozen_at' in clock) sandbox.clock.freeze(Date.parse(clock.frozen_at))
    else if (clock) sandbox.clock.run(clock.offset_ms)
    if (data || health) {
      await sandbox.change((draft) => {
        data?.(draft)
        for (const [path, state] of Object.entries(health ?? {})) {
          setHealth(draft, path, state, { now: sandbox.clock.now(), source: 'scenario' })
        }
      }, by)
    }
    if (user !== undefined) sandbox.actingUser = user
    if (faults) {
      sandbox.faults.removeFrom(originOf(scenario))
      sandbox.faults.add(
        faults.flatMap((fault) => (typeof fault === 'string' ? faultPresets[fault].rules : [fault])),
        originOf(scenario),
      )
    }
  }
}

function releaseScenarioHealth(draft: DataDraft, now: number): void {
  const paths = Array.from(draft.components.all())
    .filter(({ source }) => source === 'scenario')
    .map(({ path }) => path)

  for (const path of paths) {
    if (draft.components.has(path)) releaseHealth(draft, path, now)
  }
}

import { ApiError, NotFound } from '../../data/model/shared/errors.ts'
import { availableNames } from '../../data/model/shared/suggestion.ts'
import { resetHealth, setHealth } from '../../data/model/health/health-changes.ts'
import type { Data } from '../../data/model/data-tables.ts'
import { addFaults, removeFaults } from '../faults/fault-set.ts'
import { faultPresets } from '../faults/fault-rule.ts'
import { RequestMatcher, type RequestFacts } from '../faults/request-pattern.ts'
import { rejectPromise, type SandboxDraft } from '../state/sandbox-draft.ts'
import { actingAs, actingUserOf, type Checkpoint, type SandboxOrDraft } from '../state/sandbox-state.ts'
import { runningClock } from '../time/clock.ts'
import { builtInScenarios } from './built-in-scenarios.ts'
import { setsCondition, type DefinedScenario, type Scenario, type ScenarioConditions } from './scenario.ts'

/** Maximum number of scenarios that are defined at run time. */
const maxDefined = 100

/** The available scenarios: built in, configured, and defined at run time. A later one of the same name replaces an earlier one. */
export function scenariosOf({ control, settings }: SandboxOrDraft): Scenario[] {
  const all = [...builtInScenarios, ...settings.scenarios, ...control.definedScenarios]

  return [...new Map(all.map((each) => [each.name, each])).values()]
}

/** @throws {NotFound} when the name is unknown */
export function findScenario(known: SandboxOrDraft, name: string): Scenario {
  const scenarios = scenariosOf(known)
  const scenario = scenarios.find((each) => each.name === name)

  if (scenario) return scenario

  const names = availableNames(scenarios.map((each) => each.name))

  throw new NotFound(`There is no scenario "${name.slice(0, 100)}". ${names}`)
}

/** The active scenario, and its remaining steps; none if it no longer exists. */
export function activeScenario(known: SandboxOrDraft) {
  const entered = known.checkpoints.scenario
  const scenario = entered && scenariosOf(known).find(({ name }) => name === entered.name)

  if (!scenario) return undefined

  const { steps = [] } = scenario

  return { scenario, steps: steps.slice(Math.max(0, steps.length - entered.stepsLeft)) }
}

/**
 * Adds a scenario, or replaces another of its name, which ends if it is active.
 *
 * @throws {ApiError} 409 when there are too many
 */
export function defineScenario(draft: SandboxDraft, scenario: DefinedScenario): void {
  const others = draft.control.definedScenarios.filter(({ name }) => name !== scenario.name)

  if (others.length >= maxDefined) {
    throw new ApiError(
      409,
      `There are ${maxDefined} defined scenarios already. Delete some: DELETE /__sandbox/scenarios/{name}.`,
    )
  }
  setDefined(draft, [...others, scenario], scenario.name)
}

/**
 * Removes a scenario that was defined at run time, which ends if it is active. A configured one of its name is available
 * again.
 *
 * @throws {NotFound} when the name is unknown
 * @throws {ApiError} 409 for a scenario that was not defined at run time
 */
export function removeScenario(draft: SandboxDraft, name: string): void {
  const scenario = findScenario(draft, name)
  const { definedScenarios } = draft.control
  const others = definedScenarios.filter((each) => each !== scenario)

  if (others.length === definedScenarios.length) {
    throw new ApiError(
      409,
      `The scenario "${name}" is built in or configured. Only scenarios defined at run time can be removed.`,
    )
  }
  setDefined(draft, others, name)
}

function setDefined(draft: SandboxDraft, definedScenarios: DefinedScenario[], changed: string): void {
  if (activeScenario(draft)?.scenario.name === changed) leaveScenario(draft)
  draft.set({ definedScenarios })
}

/**
 * Leaves the active scenario and enters another.
 *
 * @throws {NotFound} when the name is unknown
 */
export function enterScenario(draft: SandboxDraft, name: string): void {
  const scenario = findScenario(draft, name)

  leaveScenario(draft)

  const { steps = [] } = scenario
  const userBefore = actingUserOf(draft)
  const entered = { name, stepsLeft: steps.length, seen: 0, userBefore, before: draft.checkpoint() }

  draft.checkpoints = { ...draft.checkpoints, scenario: entered }
  applyConditions(draft, scenario, scenario)
}

/** Reverts what the scenario changed: faults, labels, user, clock and data. */
export function leaveScenario(draft: SandboxDraft): void {
  const { scenario } = activeScenario(draft) ?? {}
  const entered = draft.checkpoints.scenario

  endScenario(draft)
  if (!scenario || !entered) return

  const { before, userBefore } = entered

  if (setsCondition(scenario, 'user')) draft.set(actingAs(userBefore, draft))
  if (setsCondition(scenario, 'data')) draft.restore(before, 'restore')
  else if (setsCondition(scenario, 'health')) restoreHealth(draft, before.data.tables.components)
}

/** Ends the scenario, its faults and its clock without reverting anything else, because a reset does that. */
export function endScenario(draft: SandboxDraft): void {
  const { scenario } = activeScenario(draft) ?? {}
  const entered = draft.checkpoints.scenario

  if (!entered) return
  removeFaults(draft, { origin: originOf(entered) })
  // One that is no longer configured may have set it.
  if (!scenario || setsCondition(scenario, 'clock')) draft.set({ clock: entered.before.clock })
  draft.checkpoints = { ...draft.checkpoints, scenario: undefined }
}

/** A checkpoint of a sandbox without what its active scenario has changed. */
export function withoutScenario(known: SandboxOrDraft, checkpoint: Checkpoint): Checkpoint {
  const { scenario } = activeScenario(known) ?? {}
  const { before } = known.checkpoints.scenario ?? {}

  if (!scenario || !before) return checkpoint

  const clock = setsCondition(scenario, 'clock') ? before.clock : checkpoint.clock

  if (setsCondition(scenario, 'data')) return { ...before, clock }
  if (!setsCondition(scenario, 'health')) return { ...checkpoint, clock }

  const { components } = before.data.tables
  const { tables } = checkpoint.data

  return { ...checkpoint, clock, data: { ...checkpoint.data, tables: { ...tables, components } } }
}

/** Counts a completed request, which may trigger the next step of the active scenario. Returns whether it waits for it. */
export function advanceScenario(draft: SandboxDraft, request: RequestFacts): boolean {
  const { scenario, steps: [step] = [] } = activeScenario(draft) ?? {}
  const entered = draft.checkpoints.scenario

  if (!entered || !scenario || !step || !new RequestMatcher(step.after).matches(request)) return false

  const seen = entered.seen + 1
  const isOver = seen >= (step.times ?? 1)
  const progress = isOver ? { stepsLeft: entered.stepsLeft - 1, seen: 0 } : { seen }

  draft.checkpoints = { ...draft.checkpoints, scenario: { ...entered, ...progress } }
  if (isOver) applyConditions(draft, step, scenario)

  return true
}

function originOf({ name }: { readonly name: string }): string {
  return `scenario ${name}`
}

/** Gives the components that a scenario has set the labels that they had before it. */
function restoreHealth(draft: SandboxDraft, before: Data['components']): void {
  const now = draft.clock.now()
  const paths = Array.from(draft.components.all())
    .filter(({ source }) => source === 'scenario')
    .map(({ path }) => path)

  for (const path of paths) {
    const earlier = before.get(path)

    if (earlier?.source === 'you') setHealth(draft, path, earlier, { now })
    else if (draft.components.has(path)) resetHealth(draft, path, now)
  }
}

/** Establishes the conditions of a scenario or of one of its steps. */
function applyConditions(
  draft: SandboxDraft,
  { data, health, faults, user, clock }: ScenarioConditions,
  scenario: Scenario,
): void {
  if (clock) {
    const setting =
      'frozen_at' in clock ? draft.clock.frozen(Date.parse(clock.frozen_at)) : runningClock(clock.offset_ms)

    draft.set({ clock: setting })
  }
  rejectPromise(data?.(draft), `The data of the scenario "${scenario.name}"`)
  for (const [path, state] of Object.entries(health ?? {})) {
    setHealth(draft, path, state, { now: draft.clock.now(), source: 'scenario' })
  }
  if (user !== undefined) draft.set(actingAs(user, draft))
  if (!faults) return
  removeFaults(draft, { origin: originOf(scenario) })
  addFaults(
    draft,
    faults.flatMap((fault) => (typeof fault === 'string' ? faultPresets[fault].rules : [fault])),
    originOf(scenario),
  )
}

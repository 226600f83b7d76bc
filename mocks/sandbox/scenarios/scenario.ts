import type { HealthLabel } from '../../model/health/labels.ts'
import type { DataDraft } from '../../model/tables.ts'
import type { FaultPresetName } from '../faults/fault-presets.ts'
import type { FaultRule } from '../faults/fault-rule.ts'
import type { RequestPattern } from '../faults/request-pattern.ts'

interface ScenarioHealth {
  readonly label: HealthLabel
  readonly message?: string | undefined
  readonly hold?: boolean | undefined
}

/** The state of a sandbox; omitted parts stay as they are. */
export interface ScenarioConditions {
  /** Changes the data, until the scenario ends. */
  readonly data?: ((draft: DataDraft) => void) | undefined
  /** Labels of components by path; `''` is the service itself. */
  readonly health?: Readonly<Record<string, ScenarioHealth>> | undefined
  /** Faults, or presets of them, which replace those of the scenario so far. */
  readonly faults?: readonly (FaultRule | FaultPresetName)[] | undefined
  /** Name of the user for requests without credentials; null to reject such requests. */
  readonly user?: string | null | undefined
  /** The time to freeze the clock at (ISO 8601), or how far the clock is ahead of the machine's. */
  readonly clock?: { readonly frozen_at: string } | { readonly offset_ms: number } | undefined
}

/** Conditions that apply after certain requests. */
export interface ScenarioStep extends ScenarioConditions {
  /** Requests to wait for. */
  readonly after: RequestPattern
  /** The number of requests. Default 1. */
  readonly times?: number | undefined
}

/** A named situation that a sandbox can enter and leave. */
export interface Scenario extends ScenarioConditions {
  readonly name: string
  /** What happens in it, in one sentence. */
  readonly description: string
  /** The steps, one after the other. */
  readonly steps?: readonly ScenarioStep[] | undefined
}

/** Whether a scenario or one of its steps sets a condition. */
export function setsCondition(
  { steps = [], ...first }: Scenario,
  condition: keyof ScenarioConditions,
): boolean {
  return [first, ...steps].some((part) => part[condition] !== undefined)
}

/**
 * Types a custom scenario, for `createSandbox({ scenarios: [...] })`.
 *
 * @example
 * const saving = defineScenario({
 *   name: 'saving-fails-once',
 *   description: 'The first change fails, the second works.',
 *   faults: [{ match: { method: 'PUT' }, times: 1, effect: { kind: 'response', status: 503 } }],
 * })
 */
export function defineScenario(scenario: Scenario): Scenario {
  return scenario
}

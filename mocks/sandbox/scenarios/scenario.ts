import type { HealthLabel } from '../../model/health/labels.ts'
import type { DataDraft } from '../../model/tables.ts'
import type { FaultPresetName } from '../faults/fault-presets.ts'
import type { FaultRule } from '../faults/fault.ts'
import type { RequestPattern } from '../faults/request-pattern.ts'

interface ScenarioHealth {
  readonly label: HealthLabel
  readonly message?: string | undefined
  readonly hold?: boolean | undefined
}

/** The state of a sandbox; omitted parts stay as they are. */
export interface ScenarioConditions {
  /** Changes to the data. They are taken back when the scenario ends. */
  readonly data?: ((draft: DataDraft) => void) | undefined
  /** Labels of components by their path, `''` for the service itself. */
  readonly health?: Readonly<Record<string, ScenarioHealth>> | undefined
  /** Faults, or presets of them; they replace the scenario's earlier ones. */
  readonly faults?: readonly (FaultRule | FaultPresetName)[] | undefined
  /** The user of requests without credentials; null for none. */
  readonly user?: string | null | undefined
  /** A moment to freeze the clock at (ISO 8601), or how far to be ahead of the machine's clock. */
  readonly clock?: { readonly frozen_at: string } | { readonly offset_ms: number } | undefined
}

/** Conditions that begin once certain requests are complete. */
export interface ScenarioStep extends ScenarioConditions {
  /** Requests to wait for. */
  readonly after: RequestPattern
  /** How many of them. Default 1. */
  readonly times?: number | undefined
}

/** A situation with a name, to put a sandbox in and to take it out of again. */
export interface Scenario extends ScenarioConditions {
  readonly name: string
  /** One sentence: what an application meets in it. */
  readonly description: string
  /** The steps, one after the other. */
  readonly steps?: readonly ScenarioStep[] | undefined
}

/**
 * Types a scenario of one's own, for `createSandbox({ scenarios: [...] })`.
 *
 * @example
 * const saving = defineScenario({
 *   name: 'saving-fails-once',
 *   description: 'The first change fails, the second works.',
 *   faults: [{ match: { method: 'PUT' }, times: 1, effect: { kind: 'answer', status: 503 } }],
 * })
 */
export function defineScenario(scenario: Scenario): Scenario {
  return scenario
}

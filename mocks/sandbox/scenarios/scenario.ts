import { type HealthLabel, HealthLabelInput } from '../../data/model/health/component.ts'
import type { DataDraft } from '../../data/model/data-tables.ts'
import { type FaultPresetName, faultPresetNames, FaultRule } from '../faults/fault-rule.ts'
import { RequestPattern } from '../faults/request-pattern.ts'
import { z } from 'zod'

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

const ComponentPath = z.string().regex(/^(|[^/]{1,64}(\/[^/]{1,64}){0,15})$/, {
  error: 'A component needs a name of 1 to 64 characters at each step of its path, and 16 steps at most.',
})

const conditions = {
  health: z
    .record(
      ComponentPath,
      z.strictObject({
        label: HealthLabelInput,
        message: z.string().max(1000).optional(),
        hold: z.boolean().optional(),
      }),
    )
    .optional(),
  faults: z
    .array(z.union([FaultRule, z.enum(faultPresetNames)]))
    .max(1000)
    .optional(),
  user: z.string().nullable().optional(),
  clock: z
    .union([
      z.strictObject({ frozen_at: z.iso.datetime({ offset: true }) }),
      z.strictObject({ offset_ms: z.int() }),
    ])
    .optional(),
}

/** A scenario as plain data. Unlike one in code, it can't change the sandbox's data. */
export const ScenarioInput = z.strictObject({
  description: z.string().min(1).max(1000),
  ...conditions,
  steps: z
    .array(
      z.strictObject({
        after: RequestPattern,
        times: z.int().min(1).max(1_000_000).optional(),
        ...conditions,
      }),
    )
    .max(100)
    .optional(),
})
export type ScenarioInput = z.infer<typeof ScenarioInput>

/** Not `.` or `..`, since a URL can't have such a segment. */
export const ScenarioName = z.string().regex(/^(?!\.{1,2}$)[\w.-]{1,100}$/, {
  error: 'A scenario\'s name has 1 to 100 letters, digits, ".", "_" and "-", and is not "." or "..".',
})

/** A scenario that was defined at run time. */
export const DefinedScenario = ScenarioInput.extend({ name: ScenarioName })
export type DefinedScenario = z.infer<typeof DefinedScenario>

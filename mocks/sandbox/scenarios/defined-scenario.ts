import { z } from 'zod'
import { HealthLabelInput } from '../../model/health/labels.ts'
import { faultPresetNames } from '../faults/fault-presets.ts'
import { FaultRule } from '../faults/fault-rule.ts'
import { RequestPattern } from '../faults/request-pattern.ts'

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

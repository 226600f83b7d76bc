import { z } from 'zod'
import type { LabelCase } from '../../data/model/health/labels.ts'
import type { IssuedTokens } from '../access/sign-ins.ts'
import { Fault } from '../faults/fault.ts'
import type { DefinedScenario } from '../scenarios/scenario.ts'
import type { ValidationLevel } from '../validation.ts'

export const SavedFaults = z.object({
  /** The number in the last generated id. */
  last: z.number(),
  /** The position of the random source of faults. */
  random: z.number(),
  rules: z.array(Fault),
})
export type SavedFaults = z.infer<typeof SavedFaults>

/** The active scenario. The state before it is stored as a checkpoint. */
export const SavedScenario = z.object({
  name: z.string(),
  stepsLeft: z.number(),
  /** Requests counted for the next step. */
  seen: z.number(),
  userBefore: z.string().nullable(),
})
export type SavedScenario = z.infer<typeof SavedScenario>

/** Settings that were changed while the sandbox ran. */
export interface ChangedSettings {
  /** Name of the user for requests without credentials; null to reject them, undefined for the default. */
  readonly user: string | null | undefined
  /** The letter case of labels in status resources. */
  readonly labelCase: LabelCase
  /** The treatment of invalid and ignored parts of requests; undefined for the default. */
  readonly validation: ValidationLevel | undefined
}

/** The state of a sandbox outside its checkpoints, as plain data. */
export interface RuntimeState extends ChangedSettings {
  readonly signIns: IssuedTokens
  readonly faults: SavedFaults
  readonly scenario: SavedScenario | null
  /** Scenarios that were defined at run time. */
  readonly defined: readonly DefinedScenario[]
}

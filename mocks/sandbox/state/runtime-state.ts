import { z } from 'zod'
import type { LabelCase } from '../../model/health/labels.ts'
import { FaultRule } from '../faults/fault.ts'
import type { DefinedScenario } from '../scenarios/defined-scenario.ts'
import type { ValidationLevel } from '../validation.ts'

export const SavedFaults = z.object({
  /** The number in the last id given out. */
  last: z.number(),
  /** The position of the random source of faults. */
  random: z.number(),
  rules: z.array(
    z.object({
      id: z.string(),
      rule: FaultRule,
      origin: z.string().optional(),
      expires: z.number().optional(),
      seen: z.number(),
      hits: z.number(),
      recent: z.array(z.number()),
    }),
  ),
})
export type SavedFaults = z.infer<typeof SavedFaults>

/** The active scenario. The state of the sandbox before it is a checkpoint, which is stored as such. */
export const SavedScenario = z.object({
  name: z.string(),
  stepsLeft: z.number(),
  /** Requests that the next step has seen. */
  seen: z.number(),
  userBefore: z.string().nullable(),
})
export type SavedScenario = z.infer<typeof SavedScenario>

/** Tokens that can still be used, and whose they are. */
export const IssuedTokens = z.object({
  access: z.array(z.tuple([z.string(), z.object({ userId: z.number(), expires: z.number() })])),
  refresh: z.array(z.tuple([z.string(), z.number()])),
})
export type IssuedTokens = z.infer<typeof IssuedTokens>

/** Settings that were changed while the sandbox ran. */
export interface ChangedSettings {
  /** Name of the user whom requests without credentials come from; undefined while it is the one that the settings say. */
  readonly user: string | null | undefined
  /** How status resources write labels. */
  readonly labelCase: LabelCase
  /** The treatment of invalid and ignored parts of requests; undefined while it is as the settings say. */
  readonly validation: ValidationLevel | undefined
}

/** The state of a sandbox outside its checkpoints, as plain data. */
export interface RuntimeState extends ChangedSettings {
  readonly signIns: IssuedTokens
  readonly faults: SavedFaults
  readonly scenario: SavedScenario | null
  /** Scenarios that were defined while it ran. */
  readonly defined: readonly DefinedScenario[]
}

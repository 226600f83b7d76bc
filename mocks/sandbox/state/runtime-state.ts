import { z } from 'zod'
import { labelCases } from '../../model/health/component.ts'
import { FaultRule } from '../faults/fault.ts'

const KeptFaults = z.object({
  /** The number in the last id given out. */
  last: z.number(),
  /** Where the random source of faults stands. */
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
export type KeptFaults = z.infer<typeof KeptFaults>

/** A scenario under way. How the sandbox was before it is a moment, which is kept as such. */
const KeptScenario = z.object({
  name: z.string(),
  stepsLeft: z.number(),
  /** Requests that the next step has seen. */
  seen: z.number(),
  userBefore: z.string().nullable(),
})
export type KeptScenario = z.infer<typeof KeptScenario>

/** Tokens that can still be used, and whose they are. */
const IssuedTokens = z.object({
  access: z.array(z.tuple([z.string(), z.object({ userId: z.number(), expires: z.number() })])),
  refresh: z.array(z.tuple([z.string(), z.number()])),
})
export type IssuedTokens = z.infer<typeof IssuedTokens>

/** What is so in a sandbox beside its checkpoints, as plain data. */
export const RuntimeState = z.object({
  /** Name of the user whom requests without credentials come from; left out while it is the one that the settings say. */
  user: z.string().nullable().optional(),
  /** How status resources write colours. */
  labelCase: z.enum(labelCases),
  signIns: IssuedTokens,
  faults: KeptFaults,
  scenario: KeptScenario.nullable(),
  /** Where the random source stands, which tokens are drawn from as well. */
  random: z.number(),
})
export type RuntimeState = z.infer<typeof RuntimeState>

import { z } from 'zod'
import { severities } from '../../../data/model/shared/warnings.ts'

/** The source of a behaviour of the sandbox. */
export const fidelityStatuses = ['documented', 'observed', 'decided', 'own', 'not implemented'] as const

/** A behaviour of the sandbox, or one that is not implemented. */
export const Statement = z.object({
  /** Its subject: `everywhere`, or the group of routes in the contract. */
  topic: z.string(),
  status: z.enum(fidelityStatuses),
  route: z.string().optional().describe('Methods and path.'),
  text: z.string(),
  rules: z.string().optional().describe('The rules of docs/interface.md that state it, or leave it open.'),
  warning: z
    .enum(severities)
    .optional()
    .describe(
      'Given if a request may differ from the rules in this, with a warning: whether the validation level `enforce` accepts or rejects it.',
    ),
  at: z.string().optional().describe('The clients or documents that show it.'),
  paths: z
    .array(z.string())
    .readonly()
    .optional()
    .describe('Paths of what is not implemented, after a method if others are.'),
})
export type Statement = z.infer<typeof Statement>

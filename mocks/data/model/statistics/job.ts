import { z } from 'zod'

/** A completed job, such as a copy. A failed one is not recorded, like any rejected change. */
export const CompletedJob = z.object({
  id: z.int().positive(),
  type: z.enum(['EntityCopy']),
  /** How many entities it created or changed. */
  entities: z.int(),
  createdOn: z.string(),
  createdBy: z.int(),
})
export type CompletedJob = z.infer<typeof CompletedJob>

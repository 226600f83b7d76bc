import { z } from 'zod'

/** Operations that count as jobs. */
const jobTypes = ['EntityCopy'] as const
export type JobType = (typeof jobTypes)[number]

/** A completed job, such as a copy. A failed one is not recorded, like any rejected change. */
export const CompletedJob = z.object({
  id: z.int().positive(),
  type: z.enum(jobTypes),
  /** How many entities it created or changed. */
  entities: z.int(),
  createdOn: z.string(),
  createdBy: z.int(),
})
export type CompletedJob = z.infer<typeof CompletedJob>

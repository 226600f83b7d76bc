import { z } from 'zod'

/** Work that a user has done for them as a whole, and that is counted. */
export const jobTypes = ['EntityCopy'] as const
export type JobType = (typeof jobTypes)[number]

/** A job that is done. One that fails leaves nothing behind, as any rejected change. */
export const Job = z.object({
  id: z.int().positive(),
  type: z.enum(jobTypes),
  /** How many entities it made or changed. */
  entities: z.int(),
  createdOn: z.string(),
  createdBy: z.int(),
})
export type Job = z.infer<typeof Job>

import { z } from 'zod'

/** A job that is in progress, and when it is done. */
export const ScheduledJob = z.object({ jobId: z.int(), dueAt: z.string() })
export type ScheduledJob = z.infer<typeof ScheduledJob>

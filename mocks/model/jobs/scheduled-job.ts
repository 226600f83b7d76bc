import { z } from 'zod'

/** A job in progress, and when it completes. */
export const ScheduledJob = z.object({ jobId: z.int(), dueAt: z.string() })
export type ScheduledJob = z.infer<typeof ScheduledJob>

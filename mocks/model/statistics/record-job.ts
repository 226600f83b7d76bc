import type { DataDraft } from '../tables.ts'
import type { JobType } from './job.ts'

/** Records a job in the same change; its user is notified. */
export function recordJob(
  draft: DataDraft,
  job: { type: JobType; entities: number },
  by: { userId: number; now: string },
): void {
  draft.jobs.put({
    ...job,
    id: draft.sequences.next('job', (number) => draft.jobs.has(number)),
    createdOn: by.now,
    createdBy: by.userId,
  })
}

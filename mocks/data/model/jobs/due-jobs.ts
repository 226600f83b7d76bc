import type { Author } from '../entities/entities.ts'
import type { Data, DataDraft, ScheduledJob } from '../data-tables.ts'
import { readUser } from '../users/users.ts'
import { finishFetchJob } from './fetch-job.ts'
import { runMassEdit } from './mass-edit.ts'

/** The job that is to be run by a time, the earliest of them; undefined if none is due. */
export function dueJob(data: Data, now: string): ScheduledJob | undefined {
  let earliest: ScheduledJob | undefined

  for (const job of data.scheduledJobs.all()) {
    if (job.dueAt <= now && (earliest === undefined || job.dueAt < earliest.dueAt)) earliest = job
  }

  return earliest
}

/** Has jobs that are due not run. */
export function dropDueJobs(draft: DataDraft, now: string): void {
  for (let job = dueJob(draft, now); job; job = dueJob(draft, now)) draft.scheduledJobs.delete(job.jobId)
}

/** Name of the user who has created a job. */
export function creatorOf(data: Data, { jobId }: ScheduledJob): string | undefined {
  return readUser(data, data.entities.get(jobId)?.createdBy ?? 0)?.name
}

/** Runs the job that is due first to its end, or a part of it, which schedules the next one. */
export function runDueJob(draft: DataDraft, by: Pick<Author, 'now' | 'newIdentifier'>): void {
  const due = dueJob(draft, by.now)
  if (!due) return
  const job = draft.entities.get(due.jobId)

  draft.scheduledJobs.delete(due.jobId)
  if (!job) return

  const author = { ...by, userId: job.createdBy, now: due.dueAt }

  if (job.properties['Job.Type'] === 'MassEdit') runMassEdit(draft, job, author)
  else finishFetchJob(draft, job, author)
}

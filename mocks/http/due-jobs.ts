import type { Data } from '../model/tables.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Reply } from './replies/reply.ts'

/** Ends the jobs whose time has come before anybody looks: a sandbox has no timers. */
export function whenJobsAreDone(
  sandbox: Sandbox,
  operate: () => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  if (sandbox.data.scheduledJobs.size === 0) return operate()

  const now = sandbox.clock.timestamp()

  if (!hasDueJobs(sandbox.data, now)) return operate()

  return completeJobs(sandbox, now).then(operate)
}

async function completeJobs(sandbox: Sandbox, now: string): Promise<void> {
  const { completeDueJobs } = await import('../model/jobs/fetch-job.ts')

  await sandbox.change((draft) =>
    completeDueJobs(draft, { now, newIdentifier: () => sandbox.random.text(22) }),
  )
}

/** Whether a job is in progress that is done by now. */
function hasDueJobs(data: Data, now: string): boolean {
  return Array.from(data.scheduledJobs.all()).some(({ dueAt }) => dueAt <= now)
}
